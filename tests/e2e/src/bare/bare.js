// The least a page can do with a streamed answer: read, decode, take the text out, append it to one text node.
async function run(url) {
  const text = document.createTextNode("");
  document.getElementById("text").append(text);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "bare", stream: true, messages: [{ role: "user", content: "go" }] }),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (held + value).split("\n");
    held = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      const content = JSON.parse(line.slice(6)).choices[0]?.delta?.content;
      if (content) text.appendData(content);
    }
  }
  document.title = "done";
}
