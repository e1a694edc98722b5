//! Markdown to sanitised HTML, whole or as it streams in.
//!
//! [`render`] turns a whole message into [`SafeHtml`]. [`Stream`] takes the same message in pieces and says,
//! after each piece, what changes on screen as a [`Patch`]: a few [`Token`]s to append, rarely some to take
//! back. Applying every patch gives the same elements and text as parsing the result of `render`.
//!
//! # What becomes safe, and how
//!
//! Both ways share one writer, which turns pulldown-cmark's events into tokens. A token's element and
//! attribute names are `&'static str`: they come from literals in this module or from the tables in
//! `sanitize`, never from the message. What the message gives are texts and attribute values, and links go
//! through one address check. Everything that *parses* HTML or MathML, that is HTML blocks, inline `<a …>`
//! and what the math crate writes, passes ammonia before its output is mapped onto those tables. So no
//! string of the message can bring a script, a style, an event handler, an id, a class or a remote fetch.
//!
//! Raw HTML never reaches beyond the block it stands in: an HTML block is cleaned and balanced by itself, an
//! inline tag is balanced within its paragraph, heading or cell. `<details>`, blank line, text, `</details>`
//! thus gives a closed disclosure followed by the text. It is what lets finished blocks be final.
//!
//! # Deviations from the HTML that pulldown-cmark itself writes
//!
//! * An item of a tight list also holds its text in `<p>`; a loose list has `class="loose"`. A list that
//!   turns loose late then changes one attribute instead of every item.
//! * Blocks stand in groups (`div.blocks`, 32 each), table bodies in `<tbody>` of 50 rows, code in
//!   `span.code-chunk` of 50 lines, so that a browser's layout of a long message touches few siblings.
//! * Links open in a new tab; an address other than `http`, `https`, `mailto` or `tel` leaves only its text.
//! * Images are a button naming alternative text and host, except embedded `data:` bitmaps.
//! * Bare addresses become links by GFM's rules; math becomes MathML; see `links` and `math`.

mod cut;
mod foreign;
pub mod highlight;
mod links;
mod math;
mod render;
mod sanitize;
mod skeleton;
mod stream;
mod token;

use std::rc::Rc;

pub use foreign::{Direct, Foreign};
pub use sanitize::SafeHtml;
pub use stream::Stream;
pub use token::{Element, Namespace, Patch, Token};

/// Renders a whole message.
pub fn render(markdown: &str) -> SafeHtml {
    sanitize::html(&render_tokens(markdown))
}

/// Renders a whole message as the tokens that a [`Stream`] of it adds up to.
pub fn render_tokens(markdown: &str) -> Vec<Token> {
    let parsers = foreign::Parsers::new(Rc::new(Direct));
    stream::whole(markdown, &mut math::Math::new(parsers))
}
