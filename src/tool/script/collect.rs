//! Makes a [`Report`] of the messages from a sandbox, which may say anything.

use super::{Cut, Ending, Level, Line, MAX_IMAGE, MAX_IMAGES, MAX_LINES, Report};
use crate::chat::{Image, Millis};
use serde::Deserialize;
use serde_json::Value;

/// What may stand in the `src` of an image that the page shows. None of them runs scripts there.
const MEDIA_TYPES: [&str; 6] = [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/avif",
    "image/svg+xml",
];

/// A run says less than this: a line each, and a few words at the end.
const MAX_MESSAGES: usize = MAX_LINES + 2 * MAX_IMAGES + 100;
/// In bytes; all images, a result and a console have less.
const MAX_SIZE: usize = 50_000_000;
/// The most characters of an error's text.
const MAX_ERROR: usize = 10_000;

#[derive(Debug, Default)]
pub struct Collector {
    console: Vec<Line>,
    images: Vec<Image>,
    cut: Cut,
    messages: usize,
    size: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Goes,
    Ends(Ending),
}

/// One message, as JSON.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Message {
    Console(Level, String),
    /// Media type and base64.
    Image(String, String),
    Cut(What),
    Returned(Option<Returned>),
    Threw(String),
    Memory(()),
    /// The worker ended by an error that the code did not throw.
    Broke(String),
}

#[derive(Deserialize)]
struct Returned {
    value: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Console,
    Images,
    Result,
}

impl Collector {
    /// Takes the text of one message, which the caller has found to be no longer than
    /// [`super::MAX_MESSAGE`].
    pub fn take(&mut self, message: &str) -> Step {
        self.messages += 1;
        self.size += message.len();
        if self.messages > MAX_MESSAGES || self.size > MAX_SIZE {
            return crashed("It sent too much.");
        }
        let Ok(message) = serde_json::from_str(message) else {
            return crashed("It sent what is not a message.");
        };
        match message {
            Message::Console(level, text) => self.console.push(Line { level, text }),
            Message::Image(media_type, data) => self.image(media_type, data),
            Message::Cut(What::Console) => self.cut.console = true,
            Message::Cut(What::Images) => self.cut.images = true,
            Message::Cut(What::Result) => self.cut.result = true,
            Message::Returned(value) => {
                return Step::Ends(Ending::Returned(value.map(|returned| returned.value)));
            }
            Message::Threw(text) => {
                return Step::Ends(Ending::Threw(text.chars().take(MAX_ERROR).collect()));
            }
            Message::Memory(()) => return Step::Ends(Ending::OutOfMemory),
            Message::Broke(text) if is_out_of_memory(&text) => {
                return Step::Ends(Ending::OutOfMemory);
            }
            Message::Broke(text) => return Step::Ends(Ending::Crashed(text)),
        }
        Step::Goes
    }

    pub fn finish(self, ending: Ending, duration: Millis) -> Report {
        Report {
            ending,
            console: self.console,
            images: self.images,
            cut: self.cut,
            duration,
        }
    }

    fn image(&mut self, media_type: String, data: String) {
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
        // What a browser adds after a semicolon, such as a charset, is no part of the type.
        let bare = media_type.split(';').next().unwrap_or_default().trim();
        let is_sound = MEDIA_TYPES.contains(&bare)
            && !data.is_empty()
            && data.len() <= MAX_IMAGE
            && data.bytes().all(is_base64);
        if is_sound && self.images.len() < MAX_IMAGES {
            let media_type = bare.to_owned();
            self.images.push(Image { media_type, data });
        } else {
            self.cut.images = true;
        }
    }
}

fn crashed(text: &str) -> Step {
    Step::Ends(Ending::Crashed(text.to_owned()))
}

/// The three engines' own words.
fn is_out_of_memory(text: &str) -> bool {
    text.to_ascii_lowercase().contains("out of memory")
}

#[cfg(test)]
mod tests;
