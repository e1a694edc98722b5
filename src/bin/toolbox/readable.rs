//! The text of a web page, without what stands around it.

use dom_smoothie::{Config, ParsePolicy, Readability, TextMode};

/// Largest page that is taken apart, in bytes.
const LARGEST: usize = 2 * 1024 * 1024;

/// A browser stops nesting at 512 as well.
const DEEPEST: usize = 400;
const MOST_MARKS: usize = 100_000;
const MOST_STYLES: usize = 20;

/// Elements that are parsed anew in every paragraph until they are closed.
const STYLES: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];
const ENDS_BY_ITSELF: [&str; 14] = [
    "br", "hr", "img", "input", "li", "link", "meta", "p", "source", "wbr", "td", "tr", "option",
    "path",
];

/// The page's title and main text as markdown, links kept. `url` is where the page came from; relative links are
/// resolved against it.
///
/// # Errors
/// Says why there is no text, for a model to read.
pub fn readable(html: &str, url: &str) -> Result<String, String> {
    if html.len() > LARGEST {
        return Err(format!(
            "The page has {} bytes, more than can be taken apart.",
            html.len()
        ));
    }
    // The parser's time grows with the square of these.
    if html.matches(['<', '&']).count() > MOST_MARKS {
        return Err("The page has too much markup to be taken apart.".to_owned());
    }
    let shape = Shape::of(html);
    if shape.depth > DEEPEST || shape.styles > MOST_STYLES {
        return Err("The page is too large or too deeply nested to be taken apart.".to_owned());
    }
    let config = || Config {
        text_mode: TextMode::Markdown,
        ..Config::default()
    };
    let url = Some(url).filter(|url| !url.is_empty());
    let mut page =
        Readability::new(html, url, Some(config())).map_err(|error| error.to_string())?;
    let title = page.get_article_title().to_string();
    // A page that is no article still has a text.
    let article = page.parse().or_else(|_| {
        Readability::new(html, url, Some(config()))?.parse_with_policy(ParsePolicy::Raw)
    });
    let (title, text) = match article {
        Ok(article) => (article.title, article.text_content.to_string()),
        Err(dom_smoothie::ReadabilityError::GrabFailed) => (title, String::new()),
        Err(error) => return Err(error.to_string()),
    };
    let (title, text) = (title.trim(), text.trim());
    match (title.is_empty(), text.is_empty()) {
        (true, true) => Err("There is no text in this page; it may be made by scripts.".to_owned()),
        (true, false) => Ok(text.to_owned()),
        (false, true) => Ok(format!(
            "# {title}\n\n(No text was found; the page may be made by scripts.)"
        )),
        (false, false) => Ok(format!("# {title}\n\n{text}")),
    }
}

/// A rough look at a page before it is parsed, so that no page can keep the parser busy for long.
#[derive(Default)]
struct Shape {
    /// Start tags minus end tags, at the highest.
    depth: usize,
    /// The same of the elements that a parser opens again in every paragraph until they are closed.
    styles: usize,
}

impl Shape {
    fn of(html: &str) -> Self {
        let mut shape = Self::default();
        let (mut depth, mut styles) = (0usize, 0usize);
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            let closes = rest.starts_with('/');
            let name = &rest[usize::from(closes)..];
            let end = name
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(name.len());
            let name = name[..end].to_ascii_lowercase();
            if name.is_empty() {
                continue;
            }
            let is_style = STYLES.contains(&name.as_str());
            if closes {
                depth = depth.saturating_sub(1);
                styles = styles.saturating_sub(usize::from(is_style));
            } else if !ENDS_BY_ITSELF.contains(&name.as_str()) {
                depth += 1;
                styles += usize::from(is_style);
                shape.depth = shape.depth.max(depth);
                shape.styles = shape.styles.max(styles);
            }
            // What stands in these is no markup.
            if !closes && ["script", "style"].contains(&name.as_str()) {
                rest = rest.split_once("</").map_or("", |(_, rest)| rest);
                depth = depth.saturating_sub(1);
            }
        }
        shape
    }
}

#[cfg(test)]
mod tests;
