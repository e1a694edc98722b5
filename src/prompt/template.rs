//! Templates of system prompts.
//!
//! - `{{name}}` is a placeholder: a value stands in its place. One that is not known stays as it is written.
//! - `<name>` … `</name>` is a section: it goes away with its tags when nothing but white space is left in it.
//!   A tag without its counterpart is text.
//! - `\{{` and `\<` are the characters behind the backslash, without their meaning.
//!
//! Values are put in as they are: what looks like a placeholder, a tag or an escape in one means nothing.

/// A filled template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    pub text: String,
    /// The placeholders that have no value, each once, in order.
    pub unknown: Vec<String>,
}

/// Fills a template with values by name.
pub fn fill(template: &str, values: &[(&str, String)]) -> Filled {
    let mut unknown: Vec<String> = vec![];
    // The sections that are open, the innermost last; below them the template itself.
    let mut open = vec![Section::default()];
    let mut rest = template;
    while let Some(at) = rest.find(['\\', '{', '<']) {
        let (before, here) = rest.split_at(at);
        say(&mut open, before);
        // The sign itself is text where it begins nothing.
        rest = &here[1..];
        if here.starts_with("\\{{") || here.starts_with("\\<") {
            say(&mut open, &rest[..1]);
            rest = &rest[1..];
        } else if let Some((name, after)) = placeholder(here) {
            match values.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => say(&mut open, value),
                None => {
                    say(&mut open, &here[..here.len() - after.len()]);
                    if !unknown.iter().any(|known| known == name) {
                        unknown.push(name.to_owned());
                    }
                }
            }
            rest = after;
        } else if let Some((tag, after)) = tag(here, "</")
            && let Some(section) = open.iter().rposition(|section| section.tag == tag)
        {
            take_back(&mut open, section + 1);
            if let Some(section) = open.pop() {
                close(&mut open, section);
            }
            rest = after;
        } else if let Some((tag, after)) = tag(here, "<") {
            open.push(Section {
                tag,
                ..Section::default()
            });
            rest = after;
        } else {
            say(&mut open, &here[..1]);
        }
    }
    say(&mut open, rest);
    take_back(&mut open, 1);
    let text = open.pop().map(|template| template.text).unwrap_or_default();
    Filled {
        text: text.trim().to_owned(),
        unknown,
    }
}

#[derive(Default)]
struct Section<'a> {
    /// Empty for the template itself.
    tag: &'a str,
    text: String,
    /// A section was left out at the end of the text.
    gap: bool,
}

fn say(open: &mut [Section], text: &str) {
    if let Some(section) = open.last_mut() {
        section.say(text);
    }
}

/// The sections from `first` on have no end: their tags are text.
fn take_back(open: &mut Vec<Section>, first: usize) {
    while open.len() > first
        && let Some(section) = open.pop()
    {
        say(open, &format!("<{}>", section.tag));
        say(open, &section.text);
        if let Some(around) = open.last_mut() {
            around.gap |= section.gap;
        }
    }
}

fn close(open: &mut [Section], section: Section) {
    if !section.text.trim().is_empty() {
        say(open, &format!("<{0}>{1}</{0}>", section.tag, section.text));
    } else if let Some(around) = open.last_mut() {
        around.gap = true;
    }
}

impl Section<'_> {
    fn say(&mut self, text: &str) {
        if self.gap && !text.is_empty() {
            self.close_gap(text);
            // White space alone may be followed by another gap, or by more of it.
            self.gap = text.trim().is_empty();
        } else {
            self.text.push_str(text);
        }
    }

    /// Goes on behind a section that was left out, with no more than one blank line in its place.
    fn close_gap(&mut self, text: &str) {
        let ended = self.text.trim_end().len();
        let blank = text.len() - text.trim_start().len();
        // What stands behind the last line break of the blank is the indentation of what follows.
        let begins = text[..blank].rfind('\n').map_or(0, |at| at + 1);
        let breaks = |blank: &str| blank.matches('\n').count();
        let between = breaks(&self.text[ended..])
            .max(breaks(&text[..begins]))
            .min(2);
        if between > 0 {
            self.text.truncate(ended);
            self.text.push_str(&"\n".repeat(between));
        }
        self.text.push_str(&text[begins..]);
    }
}

/// The name of the placeholder that the text starts with, and what follows.
fn placeholder(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.strip_prefix("{{")?.split_once("}}")?;
    let name = name.trim();
    is_name(name).then_some((name, after))
}

/// The name of the tag that the text starts with, and what follows.
fn tag<'a>(text: &'a str, opening: &str) -> Option<(&'a str, &'a str)> {
    let (tag, after) = text.strip_prefix(opening)?.split_once('>')?;
    is_name(tag).then_some((tag, after))
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits)
}

#[cfg(test)]
mod tests;
