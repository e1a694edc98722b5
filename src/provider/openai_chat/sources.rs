//! Where an answer comes from, in the shapes that servers give it.

use crate::chat::Citation;
use crate::provider::Event;
use serde_json::Value;

/// The fields of a chunk that list sources: <https://docs.perplexity.ai/api-reference/chat-completions-post>,
/// <https://docs.z.ai/api-reference/llm/chat-completion>.
pub(super) const LISTS: [&str; 3] = ["search_results", "web_search", "citations"];

/// The sources of one response, each once. Some servers repeat all of them in every chunk.
#[derive(Default)]
pub(super) struct Sources {
    known: Vec<Citation>,
    /// How many of them were reported.
    reported: usize,
}

impl Sources {
    /// Takes a list of addresses, of sources with address and title, or of annotations that hold them, and reports
    /// those that are new as sources of `text`.
    pub fn take(&mut self, list: &Value, text: Option<usize>, out: &mut Vec<Event>) {
        for entry in list.as_array().into_iter().flatten() {
            let source = entry.get("url_citation").unwrap_or(entry);
            let addresses = [source, &source["url"], &source["link"]];
            let url = addresses.into_iter().find_map(Value::as_str);
            let is_web = |url: &&str| url.starts_with("https://") || url.starts_with("http://");
            let Some(url) = url.filter(is_web) else {
                continue;
            };
            if self.known.iter().all(|known| known.url != url) {
                self.known.push(Citation {
                    url: url.to_owned(),
                    title: source["title"].as_str().unwrap_or_default().to_owned(),
                });
            }
        }
        self.report(text, out);
    }

    /// Reports those that waited for a text.
    pub fn report(&mut self, text: Option<usize>, out: &mut Vec<Event>) {
        let Some(index) = text else { return };
        for citation in &self.known[self.reported..] {
            let citation = citation.clone();
            out.push(Event::PartCited { index, citation });
        }
        self.reported = self.known.len();
    }
}
