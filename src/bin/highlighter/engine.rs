//! From code to spans.

use colloquy::markdown::highlight::{Class, Span};
use syntect::parsing::{ParseState, ScopeStack, SyntaxSet};

use crate::scopes::Classifier;
use crate::words;

/// A longer line, in bytes, stays plain: minified code would cost seconds and tell a reader nothing.
const MAX_LINE: usize = 5_000;

/// The grammars, in syntect's uncompressed format. How they came to be is in `pack.rs`.
const GRAMMARS: &[u8] = include_bytes!("grammars.bin");

pub struct Engine {
    grammars: SyntaxSet,
    classifier: Classifier,
}

impl Engine {
    /// Fails only if `grammars.bin` is not what this version of syntect reads.
    pub fn new() -> Result<Self, String> {
        let grammars = syntect::dumps::from_uncompressed_data(GRAMMARS)
            .map_err(|error| format!("the packed grammars cannot be read: {error}"))?;
        Ok(Self {
            grammars,
            classifier: Classifier::new(),
        })
    }

    /// Spans that cover the code exactly. Without such a grammar, the code is one plain span.
    pub fn highlight(&mut self, grammar: &str, code: &str) -> Vec<Span> {
        // Nearly all PHP in a conversation comes without the tag that the grammar waits for.
        let grammar = match grammar {
            "PHP" if !code.contains("<?") => "PHP Source",
            other => other,
        };
        let mut spans = Spans::new(grammar);
        if let Some(syntax) = self.grammars.find_syntax_by_name(grammar) {
            let mut state = ParseState::new(syntax);
            let mut scopes = ScopeStack::new();
            for line in code.split_inclusive('\n') {
                if line.len() > MAX_LINE {
                    spans.push(line.len(), None);
                } else if self
                    .line(line, &mut state, &mut scopes, &mut spans)
                    .is_none()
                {
                    break;
                }
            }
        }
        spans.push(code.len() - spans.covered, None);
        spans.list
    }

    #[cfg(all(test, not(target_family = "wasm")))]
    pub fn knows(&self, grammar: &str) -> bool {
        self.grammars.find_syntax_by_name(grammar).is_some()
    }

    /// `None` if the grammar is at its wits' end; what it found in the line up to there is kept.
    fn line(
        &mut self,
        line: &str,
        state: &mut ParseState,
        scopes: &mut ScopeStack,
        spans: &mut Spans,
    ) -> Option<()> {
        // The grammars expect every line to end in a line feed.
        let operations = match line.strip_suffix('\n') {
            Some(_) => state.parse_line(line, &self.grammars),
            None => state.parse_line(&format!("{line}\n"), &self.grammars),
        }
        .ok()?;
        let mut at = 0;
        for (position, operation) in operations {
            let position = position.min(line.len());
            if position > at {
                spans.push_piece(
                    line,
                    at,
                    position,
                    self.classifier.classify(scopes.as_slice()),
                );
                at = position;
            }
            scopes.apply(&operation).ok()?;
        }
        if at < line.len() {
            spans.push_piece(
                line,
                at,
                line.len(),
                self.classifier.classify(scopes.as_slice()),
            );
        }
        Some(())
    }
}

struct Spans {
    list: Vec<Span>,
    covered: usize,
    /// Keywords that the grammar does not know.
    newer: &'static [&'static str],
    ignore_case: bool,
}

impl Spans {
    fn new(grammar: &str) -> Self {
        Self {
            list: Vec::new(),
            covered: 0,
            newer: words::newer(grammar),
            ignore_case: grammar == "SQL",
        }
    }

    /// Adds `line[start..end]`, which the grammar takes for `class`.
    fn push_piece(&mut self, line: &str, start: usize, end: usize, class: Option<Class>) {
        let piece = &line[start..end];
        match class {
            // `and`, `new`, `typeof`: an operator that reads as a word is a keyword to people.
            Some(Class::Operator) if piece.trim_start().starts_with(char::is_alphabetic) => {
                self.push(piece.len(), Some(Class::Keyword));
            }
            None | Some(Class::Constant | Class::Function | Class::Type)
                if !self.newer.is_empty() =>
            {
                let mut at = start;
                while at < end {
                    let rest = &line[at..end];
                    let is_word = rest.starts_with(words::is_of_a_word);
                    let run = rest
                        .find(|character| words::is_of_a_word(character) != is_word)
                        .unwrap_or(rest.len());
                    let keyword = is_word
                        && words::is_newer(self.newer, self.ignore_case, line, at, at + run);
                    self.push(run, if keyword { Some(Class::Keyword) } else { class });
                    at += run;
                }
            }
            class => self.push(piece.len(), class),
        }
    }

    /// Neighbours of one class become one span.
    fn push(&mut self, len: usize, class: Option<Class>) {
        self.covered += len;
        match self.list.last_mut() {
            _ if len == 0 => {}
            Some(last) if last.class == class => last.len += len,
            _ => self.list.push(Span { len, class }),
        }
    }
}
