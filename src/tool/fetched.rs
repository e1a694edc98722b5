//! What to do with something fetched, by its content type.

/// How a body is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Html {
        charset: String,
    },
    Json,
    Text {
        charset: String,
    },
    /// Its media type.
    Image(String),
    /// Nothing that can be shown; how it calls itself.
    Other(String),
}

/// Reads a `Content-Type` header. One that says nothing is taken for text.
pub fn kind(content_type: &str) -> Kind {
    let mut pieces = content_type.split(';').map(str::trim);
    let name = pieces.next().unwrap_or_default().to_ascii_lowercase();
    let charset = pieces
        .filter_map(|piece| piece.split_once('='))
        .find(|(key, _)| key.trim().eq_ignore_ascii_case("charset"))
        .map(|(_, charset)| charset.trim().trim_matches('"').to_ascii_lowercase());
    let charset = charset
        .filter(|charset| !charset.is_empty())
        .unwrap_or_else(|| "utf-8".to_owned());
    let (family, form) = name.split_once('/').unwrap_or((&name, ""));
    match (family, form) {
        ("text", "html") | ("application", "xhtml+xml") => Kind::Html { charset },
        ("image", "png" | "jpeg" | "gif" | "webp" | "avif" | "svg+xml" | "bmp") => {
            Kind::Image(name)
        }
        ("application" | "text", "json") => Kind::Json,
        (_, form) if form.ends_with("+json") => Kind::Json,
        ("" | "text", _) => Kind::Text { charset },
        (_, form) if form.ends_with("+xml") => Kind::Text { charset },
        (
            "application",
            "xml" | "javascript" | "x-javascript" | "ecmascript" | "yaml" | "x-yaml" | "toml"
            | "x-ndjson" | "jsonl" | "sql" | "graphql" | "x-sh" | "x-tex" | "rtf",
        ) => Kind::Text { charset },
        _ => Kind::Other(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(charset: &str) -> Kind {
        Kind::Text {
            charset: charset.to_owned(),
        }
    }

    #[test]
    fn a_content_type_says_how_a_body_is_shown() {
        let check = |header: &str, expected: Kind| assert_eq!(kind(header), expected, "{header}");
        let html = |charset: &str| Kind::Html {
            charset: charset.to_owned(),
        };
        check("text/html", html("utf-8"));
        check("Text/HTML; Charset=\"ISO-8859-1\"", html("iso-8859-1"));
        check("application/json; charset=utf-8", Kind::Json);
        check("application/vnd.api+json", Kind::Json);
        check("text/csv", text("utf-8"));
        check("text/plain; charset=", text("utf-8"));
        check("application/atom+xml", text("utf-8"));
        check("", text("utf-8"));
        check("image/png", Kind::Image("image/png".to_owned()));
        check("image/svg+xml", Kind::Image("image/svg+xml".to_owned()));
        check("application/pdf", Kind::Other("application/pdf".to_owned()));
        check(
            "application/octet-stream",
            Kind::Other("application/octet-stream".to_owned()),
        );
        check("video/mp4", Kind::Other("video/mp4".to_owned()));
    }
}
