use super::check;
use expect_test::expect;

#[test]
fn web_search() {
    check(
        "web_search.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "I search."
        0 ended
        1 started ServerTool { name: "web_search" }
        1 text "sky colour"
        1 opaque {"id":"srvtoolu_01","input":{"query":"sky colour"},"name":"web_search","type":"server_tool_use"}
        1 ended
        2 started ServerTool { name: "web_search" }
        2 text "A\nhttps://a.test/\nB\nhttps://b.test/"
        2 opaque {"content":[{"encrypted_content":"EncA","page_age":null,"title":"A","type":"web_search_result","url":"https://a.test/"},{"encrypted_content":"EncB","page_age":null,"title":"B","type":"web_search_result","url":"https://b.test/"}],"tool_use_id":"srvtoolu_01","type":"web_search_tool_result"}
        2 ended
        3 started Text
        3 text "It is "
        3 cited https://a.test/ "A"
        3 text "blue"
        3 cited https://b.test/ "B"
        3 text "."
        3 opaque [{"text":"It is ","type":"text"},{"citations":[{"cited_text":"blue","encrypted_index":"i1","title":"A","type":"web_search_result_location","url":"https://a.test/"},{"cited_text":"blue","encrypted_index":"i2","title":"A","type":"web_search_result_location","url":"https://a.test/"},{"cited_text":"blue","encrypted_index":"i3","title":"B","type":"web_search_result_location","url":"https://b.test/"}],"text":"blue","type":"text"},{"text":".","type":"text"}]
        3 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn web_search_failed() {
    check(
        "web_search_failed.sse",
        expect![[r#"
        0 started ServerTool { name: "web_search" }
        0 text "{\n  \"limit\": 3,\n  \"query\": \"sky\"\n}"
        0 opaque {"id":"srvtoolu_01","input":{"limit":3,"query":"sky"},"name":"web_search","type":"server_tool_use"}
        0 ended
        1 started ServerTool { name: "web_search" }
        1 text "Error: max_uses_exceeded"
        1 opaque {"content":{"error_code":"max_uses_exceeded","type":"web_search_tool_result_error"},"tool_use_id":"srvtoolu_01","type":"web_search_tool_result"}
        1 ended
        2 started Text
        2 text "No luck."
        2 ended
        stopped End
        usage in - (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn web_fetch() {
    check(
        "web_fetch.sse",
        expect![[r#"
        0 started ServerTool { name: "web_fetch" }
        0 text "https://a.test/"
        0 opaque {"id":"s1","input":{"url":"https://a.test/"},"name":"web_fetch","type":"server_tool_use"}
        0 ended
        1 started ServerTool { name: "web_fetch" }
        1 text "https://a.test/\nA page"
        1 opaque {"content":{"content":{"source":{"data":"Long page","media_type":"text/plain","type":"text"},"title":"A page","type":"document"},"retrieved_at":"2026-01-01","type":"web_fetch_result","url":"https://a.test/"},"tool_use_id":"s1","type":"web_fetch_tool_result"}
        1 ended
        2 started Text
        2 text "Read."
        2 ended
        stopped End
        usage in - (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn code_execution() {
    check(
        "code_execution.sse",
        expect![[r#"
        0 started ServerTool { name: "code_execution" }
        0 text "print(1)"
        0 opaque {"id":"s1","input":{"code":"print(1)"},"name":"code_execution","type":"server_tool_use"}
        0 ended
        1 started ServerTool { name: "code_execution" }
        1 text "1\n"
        1 opaque {"content":{"content":[],"return_code":0,"stderr":"","stdout":"1\n","type":"code_execution_result"},"tool_use_id":"s1","type":"code_execution_tool_result"}
        1 ended
        2 started ServerTool { name: "container_upload" }
        2 opaque {"file_id":"file_01","type":"container_upload"}
        2 ended
        3 started ServerTool { name: "bash_code_execution" }
        3 text "{\n  \"return_code\": 1\n}"
        3 opaque {"content":{"return_code":1,"type":"bash_code_execution_result"},"tool_use_id":"s2","type":"bash_code_execution_tool_result"}
        3 ended
        4 started Text
        4 text "1"
        4 ended
        stopped End
        usage in - (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn mcp_tool() {
    check(
        "mcp_tool.sse",
        expect![[r#"
        0 started ServerTool { name: "echo" }
        0 text "{\n  \"a\": 1,\n  \"b\": \"two\"\n}"
        0 opaque {"id":"mcptoolu_01","input":{"a":1,"b":"two"},"name":"echo","server_name":"example","type":"mcp_tool_use"}
        0 ended
        1 started ServerTool { name: "mcp" }
        1 text "Hello"
        1 opaque {"content":[{"text":"Hello","type":"text"}],"is_error":false,"tool_use_id":"mcptoolu_01","type":"mcp_tool_result"}
        1 ended
        2 started Text
        2 text "Done."
        2 ended
        stopped End
        usage in - (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn pause_turn() {
    check(
        "pause_turn.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Searching."
        0 ended
        1 started ServerTool { name: "web_search" }
        1 text "sky"
        1 opaque {"id":"srvtoolu_01","input":{"query":"sky"},"name":"web_search","type":"server_tool_use"}
        1 ended
        stopped Other("pause_turn")
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn server_tool_cut_off() {
    check(
        "server_tool_cut_off.sse",
        expect![[r#"
        0 started ServerTool { name: "web_search" }
        0 text "{\"query\": \"sk"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn unknown_block() {
    check(
        "unknown_block.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ServerTool { name: "dream" }
        0 text "A dream."
        0 opaque {"content":"A dream.","images":["a"],"type":"dream"}
        0 ended
        1 started ServerTool { name: "dream" }
        1 ended
        2 started Text
        2 text "Hi"
        2 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}
