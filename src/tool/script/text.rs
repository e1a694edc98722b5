//! A report in words, for the model and for whoever reads along.

use super::{Cut, Ending, Level, Line, MAX_IMAGES, Report};
use std::fmt::Write;

impl Report {
    /// The whole report as the model reads it, what matters most first: a long console must not push the result out of
    /// what the model gets. No part is longer than `limit` characters; a cut is said.
    pub fn for_model(&self, limit: usize) -> String {
        let mut parts = Vec::new();
        match &self.ending {
            Ending::Returned(Some(value)) => {
                // A text is read best as it is.
                let text = match value.as_str() {
                    Some(text) => text.to_owned(),
                    None => value.to_string(),
                };
                parts.push(format!("Result:\n{}", cut(&text, limit)));
            }
            other => parts.push(other.sentence(!self.images.is_empty())),
        }
        parts.extend(self.notices());
        if !self.console.is_empty() {
            let lines: Vec<String> = self.console.iter().map(Line::to_string).collect();
            parts.push(format!("Console:\n{}", cut(&lines.join("\n"), limit)));
        }
        parts.join("\n\n")
    }

    /// A sentence for each thing that is not all there.
    pub fn notices(&self) -> Vec<String> {
        let Cut {
            console,
            images,
            result,
        } = self.cut;
        let mut said = Vec::new();
        if console {
            said.push("The console had more; the rest was dropped.".to_owned());
        }
        if images {
            said.push(format!(
                "Not all images came back: at most {MAX_IMAGES}, of 3 MB each, in a format that browsers show."
            ));
        }
        if result {
            said.push("The result was too long; this is the start of its JSON.".to_owned());
        }
        said
    }
}

impl Ending {
    /// How the run ended, in a sentence.
    pub fn sentence(&self, with_images: bool) -> String {
        match self {
            Self::Returned(Some(_)) => "It returned a value.".to_owned(),
            Self::Returned(None) if with_images => "It returned images.".to_owned(),
            Self::Returned(None) => {
                "The code returned nothing. Use `return` to answer with a value.".to_owned()
            }
            Self::Threw(text) => text.clone(),
            Self::TimedOut(limit) => format!(
                "The code was ended: it ran longer than {} s.",
                (limit / 1000.0).round()
            ),
            Self::Stopped => "The run was stopped.".to_owned(),
            Self::OutOfMemory => {
                "The code was ended: it asked for more memory than a run may hold.".to_owned()
            }
            Self::Crashed(text) if text.is_empty() => {
                "The sandbox broke down, perhaps for want of memory.".to_owned()
            }
            Self::Crashed(text) => format!("The sandbox broke down: {text}"),
        }
    }
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Log => "log",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.level {
            Level::Log => f.write_str(&self.text),
            Level::Debug | Level::Info | Level::Warn | Level::Error => {
                write!(f, "[{}] {}", self.level.name(), self.text)
            }
        }
    }
}

fn cut(text: &str, limit: usize) -> String {
    let Some((at, _)) = text.char_indices().nth(limit) else {
        return text.to_owned();
    };
    let mut out = text[..at].to_owned();
    // Writing to a string cannot fail.
    let _ = write!(out, "\n… ({} more characters)", text[at..].chars().count());
    out
}

#[cfg(test)]
mod tests;
