use super::*;
use proptest::prelude::*;

fn check(template: &str, expected: &str) {
    let values = [
        ("name", "Ada".to_owned()),
        ("empty", String::new()),
        ("blank", " \n ".to_owned()),
        (
            "trap",
            "{{name}} <a></a> \\{{ </tools> {{other}}".to_owned(),
        ),
        ("lines", "one\n\ntwo".to_owned()),
    ];
    assert_eq!(fill(template, &values).text, expected, "{template}");
}

#[test]
fn values_stand_in_place_of_placeholders() {
    check("Hello {{name}}!", "Hello Ada!");
    check("{{ name }}{{name}}", "AdaAda");
    check("[{{empty}}]", "[]");
    check("{{lines}}", "one\n\ntwo");
    check("  plain {text} }} {{ \n", "plain {text} }} {{");
    check("{{{name}}}", "{Ada}");
    check("{{Name}} {{}} {{a b}}", "{{Name}} {{}} {{a b}}");
}

#[test]
fn values_are_not_expanded_again() {
    check("{{trap}}", "{{name}} <a></a> \\{{ </tools> {{other}}");
    check(
        "<tools>{{trap}}</tools>",
        "<tools>{{name}} <a></a> \\{{ </tools> {{other}}</tools>",
    );
    let trap = [("x", "{{y}}".to_owned()), ("y", "no".to_owned())];
    assert_eq!(
        fill("{{x}}", &trap),
        Filled {
            text: "{{y}}".to_owned(),
            unknown: vec![]
        }
    );
}

#[test]
fn what_is_not_known_stays_and_is_reported() {
    let filled = fill("{{b}} <s>{{ a }}</s> {{b}}", &[]);
    assert_eq!(filled.text, "{{b}} <s>{{ a }}</s> {{b}}");
    assert_eq!(filled.unknown, ["b", "a"]);
}

#[test]
fn empty_sections_go_away_with_their_tags() {
    check("a\n\n<t>\n{{empty}}\n</t>\n\nb", "a\n\nb");
    check("a\n\n<t>{{blank}}</t>\n\n\n<u> </u>\n\nb", "a\n\nb");
    check("a\n<t></t>\nb", "a\nb");
    check("a\n<t></t>\n\n  b", "a\n\n  b");
    check("a <t></t> b", "a  b");
    check("a<t></t>b", "ab");
    check("<t>\n</t>\n\nb", "b");
    check("a\n\n<t>\n</t>", "a");
    check("<t></t>", "");
    check("<t>\n{{name}}\n</t>", "<t>\nAda\n</t>");
}

#[test]
fn sections_stand_inside_others() {
    check("<a>\n<b>\n{{empty}}\n</b>\n</a>", "");
    check("<a>\n<b>\n</b>\nx\n</a>", "<a>\nx\n</a>");
    check("<a>x <a></a> y</a>", "<a>x  y</a>");
    check("<a>1</a><b>2</b>", "<a>1</a><b>2</b>");
}

#[test]
fn tags_without_a_counterpart_are_text() {
    check("<b>", "<b>");
    check("</b> <br/> <B></B> < a>", "</b> <br/> <B></B> < a>");
    check("<a><b>{{name}}</a></b>", "<a><b>Ada</a></b>");
    check("<a><b></a></b>", "<a><b></a></b>");
    check("Vec<u8> and a < b > c", "Vec<u8> and a < b > c");
}

#[test]
fn a_backslash_takes_the_meaning_away() {
    check("\\{{name}}", "{{name}}");
    check("\\<a></a>", "<a></a>");
    check("<a>\\</a></a>", "<a></a></a>");
    check("C:\\dir \\n \\", "C:\\dir \\n \\");
}

/// Nothing that a person may write takes long.
#[test]
fn deep_nesting_is_harmless() {
    let deep = "<a>".repeat(20_000);
    assert_eq!(fill(&deep, &[]).text, deep);
    assert_eq!(
        fill(&format!("{deep}{}", "</a>".repeat(20_000)), &[]).text,
        ""
    );
    assert_eq!(
        fill(&format!("{deep}x</a>"), &[]).text,
        format!("{deep}x</a>")
    );
}

/// Pieces of templates that mean something, and some that do not.
fn any_template() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<a>", "</a>", "<b>", "</b>", "{{v}}", "{{w}}", "{{", "}}", "\\", "<", ">", "\n", "\n\n",
        " ", "x", "é",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_a_template(text in any::<String>(), value in any::<String>()) {
        fill(&text, &[("v", value)]);
    }

    /// A value is put in as it is, and never read as a part of the template.
    #[test]
    fn a_value_comes_through_whole(template in any_template(), value in "[a-z{}<>/\\\\]{1,12}") {
        let marker = "\u{1}";
        let plain = fill(&template, &[("v", marker.to_owned())]);
        let filled = fill(&template, &[("v", value.clone())]);
        prop_assert_eq!(filled.text, plain.text.replace(marker, &value));
        prop_assert_eq!(filled.unknown, plain.unknown);
    }

    /// What is escaped comes out as it was written.
    #[test]
    fn any_text_can_be_escaped(text in "[a-z{}<>/ \n]{0,24}") {
        let escaped = text.replace('<', "\\<").replace("{{", "\\{{");
        // A third brace may stand before an escaped pair.
        let filled = fill(&escaped, &[("v", "value".to_owned())]);
        prop_assert_eq!(filled.text, text.trim());
    }

    /// Exactly those sections are left that something stands in.
    #[test]
    fn only_empty_sections_go(tree in any_tree()) {
        let (mut template, mut expected) = (String::new(), String::new());
        for node in &tree {
            template.push_str(&node.template());
            expected.push_str(&node.left());
        }
        let filled = fill(&template, &[("v", String::new())]);
        let dense = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(dense(&filled.text), dense(&expected));
    }
}

#[derive(Clone, Debug)]
enum Node {
    Text(&'static str),
    Section(&'static str, Vec<Node>),
}

impl Node {
    fn template(&self) -> String {
        match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Section(tag, inside) => {
                let inside: String = inside.iter().map(Self::template).collect();
                format!("<{tag}>{inside}</{tag}>")
            }
        }
    }

    fn left(&self) -> String {
        match self {
            Self::Text(text) => text.replace("{{v}}", ""),
            Self::Section(tag, inside) => {
                let inside: String = inside.iter().map(Self::left).collect();
                match inside.trim() {
                    "" => String::new(),
                    _ => format!("<{tag}>{inside}</{tag}>"),
                }
            }
        }
    }
}

fn any_tree() -> impl Strategy<Value = Vec<Node>> {
    let leaf = prop::sample::select(vec!["{{v}}", "\n", "\n\n", " ", "x"]).prop_map(Node::Text);
    let node = leaf.prop_recursive(4, 24, 4, |node| {
        let tag = prop::sample::select(vec!["a", "b"]);
        (tag, prop::collection::vec(node, 0..4))
            .prop_map(|(tag, inside)| Node::Section(tag, inside))
    });
    prop::collection::vec(node, 0..6)
}
