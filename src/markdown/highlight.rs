//! Syntax highlighting: what the page and its highlighting worker share.
//!
//! The worker answers with [`Span`]s that cover the code once, from its first byte to its last. They
//! travel as one `u32` each: the length in bytes of UTF-8 in the upper 28 bits, the class in the lower four
//! (0 for plain text, else the place in [`Class::ALL`] plus one).

use std::ops::Range;

/// The longest code that is highlighted, in bytes. Longer code stays plain.
pub const MAX_CODE: usize = 200_000;

/// The grammar for the info string of a code fence (`rust`, `c++`, `js {1,3}`, `{.python}`), by the name
/// the worker's grammars go by. `None` where there is none: such code stays plain.
pub fn language(info: &str) -> Option<&'static str> {
    let tag = info
        .trim_start_matches([' ', '\t', '{', '.'])
        .split([' ', '\t', ',', ';', ':', '{', '}'])
        .next()?
        .to_ascii_lowercase();
    LANGUAGES
        .iter()
        .find(|(_, tags)| tags.contains(&tag.as_str()))
        .map(|(grammar, _)| *grammar)
}

/// Every grammar that a fence can ask for, and the names that people write for it.
pub const LANGUAGES: &[(&str, &[&str])] = &[
    (
        "Bourne Again Shell (bash)",
        &[
            "bash",
            "sh",
            "shell",
            "zsh",
            "ksh",
            "console",
            "shellscript",
            "shell-session",
            "sh-session",
            "terminal",
        ],
    ),
    ("C", &["c", "h"]),
    ("C#", &["c#", "cs", "csharp", "csx", "dotnet"]),
    (
        "C++",
        &[
            "c++", "cpp", "cc", "cxx", "hpp", "hh", "hxx", "h++", "arduino", "ino", "cuda", "cu",
        ],
    ),
    ("CSS", &["css"]),
    ("Dart", &["dart", "flutter"]),
    ("Diff", &["diff", "patch", "udiff"]),
    (
        "Dockerfile (with bash)",
        &["dockerfile", "docker", "containerfile"],
    ),
    ("Go", &["go", "golang"]),
    ("HTML", &["html", "htm", "xhtml", "html5", "vue", "svelte"]),
    (
        "INI",
        &[
            "ini",
            "cfg",
            "conf",
            "properties",
            "dotenv",
            "env",
            "editorconfig",
            "systemd",
        ],
    ),
    (
        "JSON",
        &[
            "json",
            "jsonc",
            "json5",
            "jsonl",
            "ndjson",
            "geojson",
            "webmanifest",
        ],
    ),
    ("Java", &["java"]),
    (
        "JavaScript",
        &[
            "js",
            "javascript",
            "mjs",
            "cjs",
            "node",
            "nodejs",
            "ecmascript",
            "es6",
        ],
    ),
    ("Kotlin", &["kotlin", "kt", "kts"]),
    ("Lua", &["lua", "luau"]),
    (
        "Makefile",
        &["makefile", "make", "mk", "mak", "gnumakefile"],
    ),
    ("Markdown", &["markdown", "md", "mdx", "mkd", "gfm"]),
    ("PHP", &["php", "phtml", "php7", "php8"]),
    (
        "Python",
        &[
            "python", "py", "python3", "py3", "python2", "pyi", "gyp", "starlark", "bazel",
        ],
    ),
    ("R", &["r", "rscript"]),
    ("Ruby", &["ruby", "rb", "gemfile", "rakefile", "rake"]),
    ("Rust", &["rust", "rs"]),
    ("SCSS", &["scss", "less"]),
    ("Sass", &["sass"]),
    (
        "SQL",
        &[
            "sql",
            "mysql",
            "mariadb",
            "postgres",
            "postgresql",
            "pgsql",
            "psql",
            "plpgsql",
            "plsql",
            "sqlite",
            "tsql",
            "ddl",
            "dml",
        ],
    ),
    ("Swift", &["swift"]),
    ("TOML", &["toml"]),
    ("Terraform", &["terraform", "tf", "hcl", "tfvars"]),
    ("TypeScript", &["ts", "typescript", "mts", "cts", "deno"]),
    // There is no grammar of its own for JSX: that of TSX contains it.
    (
        "TypeScriptReact",
        &["tsx", "jsx", "react", "typescriptreact", "javascriptreact"],
    ),
    (
        "XML",
        &[
            "xml", "svg", "xsd", "xsl", "xslt", "rss", "plist", "xaml", "csproj", "wsdl",
        ],
    ),
    (
        "YAML",
        &["yaml", "yml", "docker-compose", "kubernetes", "k8s"],
    ),
];

/// What a piece of code is. Plain text has no class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Attribute,
    Comment,
    Constant,
    Deleted,
    Function,
    Heading,
    Inserted,
    Keyword,
    Number,
    Operator,
    Punctuation,
    String,
    Tag,
    Type,
    Variable,
}

impl Class {
    pub const ALL: [Class; 15] = [
        Class::Attribute,
        Class::Comment,
        Class::Constant,
        Class::Deleted,
        Class::Function,
        Class::Heading,
        Class::Inserted,
        Class::Keyword,
        Class::Number,
        Class::Operator,
        Class::Punctuation,
        Class::String,
        Class::Tag,
        Class::Type,
        Class::Variable,
    ];

    /// The name of its CSS class, which `style/highlight.css` gives a colour.
    pub fn css(self) -> &'static str {
        match self {
            Class::Attribute => "hl-attribute",
            Class::Comment => "hl-comment",
            Class::Constant => "hl-constant",
            Class::Deleted => "hl-deleted",
            Class::Function => "hl-function",
            Class::Heading => "hl-heading",
            Class::Inserted => "hl-inserted",
            Class::Keyword => "hl-keyword",
            Class::Number => "hl-number",
            Class::Operator => "hl-operator",
            Class::Punctuation => "hl-punctuation",
            Class::String => "hl-string",
            Class::Tag => "hl-tag",
            Class::Type => "hl-type",
            Class::Variable => "hl-variable",
        }
    }
}

/// A stretch of code of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// In bytes of UTF-8.
    pub len: usize,
    pub class: Option<Class>,
}

impl Span {
    pub fn pack(self) -> u32 {
        let class = self.class.map_or(0, |class| class as u32 + 1);
        (self.len as u32) << 4 | class
    }

    pub fn unpack(packed: u32) -> Self {
        let class = (packed & 15) as usize;
        Self {
            len: (packed >> 4) as usize,
            class: class
                .checked_sub(1)
                .and_then(|index| Class::ALL.get(index).copied()),
        }
    }
}

/// Highlighted code, read from front to back.
#[derive(Debug)]
pub struct Highlighted {
    code: String,
    spans: Vec<Span>,
    /// How much of `code` has been read, in bytes.
    at: usize,
    /// The first span that has not been read to its end, and how much of it has.
    span: usize,
    within: usize,
}

impl Highlighted {
    /// `None` unless the spans cover the code exactly and cut it between characters.
    pub fn new(code: String, spans: Vec<Span>) -> Option<Self> {
        let mut end = 0usize;
        for span in &spans {
            end = end.checked_add(span.len)?;
            if !code.is_char_boundary(end) {
                return None;
            }
        }
        (end == code.len()).then_some(Self {
            code,
            spans,
            at: 0,
            span: 0,
            within: 0,
        })
    }

    /// Whether what has not been read yet begins with `text`.
    pub fn continues_with(&self, text: &str) -> bool {
        self.code[self.at..].starts_with(text)
    }

    pub fn is_read(&self) -> bool {
        self.at == self.code.len()
    }

    /// The next piece of one class, at most `limit` bytes of it. `None` where `limit` is 0, falls into a
    /// character, or the code is at its end.
    pub fn next(&mut self, limit: usize) -> Option<(&str, Option<Class>)> {
        let span = loop {
            let span = self.spans.get(self.span)?;
            if self.within < span.len {
                break span;
            }
            self.span += 1;
            self.within = 0;
        };
        let len = limit.min(span.len - self.within);
        let piece: Range<usize> = self.at..self.at + len;
        if len == 0 || !self.code.is_char_boundary(piece.end) {
            return None;
        }
        self.at = piece.end;
        self.within += len;
        Some((&self.code[piece], span.class))
    }
}

#[cfg(test)]
mod tests;
