//! The parsers themselves: ammonia for HTML, math-core and then ammonia for LaTeX.

use super::Foreign;
use crate::markdown::sanitize::{BLOCK, INLINE, MATHML, MATHML_ATTRIBUTES};
use ammonia::{Builder, UrlRelative};
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Answers at once.
pub struct Direct;

impl Foreign for Direct {
    fn html(&self, source: &str) -> Option<String> {
        Some(html(source))
    }

    fn mathml(&self, latex: &str, display: bool) -> Option<String> {
        Some(mathml(latex, display).unwrap_or_default())
    }
}

fn html(source: &str) -> String {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut builder = Builder::empty();
        builder
            .tags(INLINE.iter().chain(BLOCK).copied().chain(["a"]).collect())
            .clean_content_tags(HashSet::from([
                "script", "style", "iframe", "noscript", "template", "title", "textarea", "select",
                "svg", "object", "noembed", "noframes", "xmp",
            ]))
            .tag_attributes(HashMap::from([
                ("a", HashSet::from(["href"])),
                ("details", HashSet::from(["open"])),
                ("td", HashSet::from(["colspan", "rowspan"])),
                ("th", HashSet::from(["colspan", "rowspan"])),
            ]))
            .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
            .url_relative(UrlRelative::Deny);
        builder
    });
    CLEANER.clean(source).to_string()
}

fn mathml(latex: &str, display: bool) -> Option<String> {
    thread_local! {
        static CONVERTER: Option<LatexToMathML> = LatexToMathML::new(MathCoreConfig::default()).ok();
    }
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut builder = Builder::empty();
        builder
            .tags(MATHML.iter().copied().collect())
            .generic_attributes(MATHML_ATTRIBUTES.iter().copied().collect());
        builder
    });
    let display = match display {
        true => MathDisplay::Block,
        false => MathDisplay::Inline,
    };
    let written = CONVERTER.with(|converter| {
        converter
            .as_ref()
            .and_then(|converter| converter.convert_with_local_state(latex, display).ok())
    })?;
    Some(CLEANER.clean(&written.mathml).to_string())
}
