//! Addresses: which ones may be linked or shown, and GFM's bare addresses in text.

use super::token::Element;

/// An address that passed the check.
pub(super) struct Address(String);

/// Accepts an absolute `http`, `https`, `mailto` or `tel` address.
pub(super) fn address(raw: &str) -> Option<Address> {
    let raw = raw.trim();
    let allowed = [("http://", 1), ("https://", 1), ("mailto:", 1), ("tel:", 1)]
        .into_iter()
        .any(|(scheme, least)| has_scheme(raw, scheme) && raw.len() >= scheme.len() + least);
    (allowed && !raw.contains(|c: char| c.is_control())).then(|| Address(raw.to_owned()))
}

fn has_scheme(address: &str, scheme: &str) -> bool {
    address
        .get(..scheme.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

pub(super) fn element(address: Address) -> Element {
    Element::html("a")
        .with("href", address.0)
        .with("target", "_blank")
        .with("rel", "noopener noreferrer")
}

/// The elements of an image: shown at once if it is embedded, else a button that offers to load it.
pub(super) enum Image {
    Embedded(Element),
    /// The button and its text.
    OnClick(Element, String),
}

/// None if the image's address is neither remote nor an embedded bitmap: only `alt` can be shown then.
pub(super) fn image(raw: &str, alt: &str) -> Option<Image> {
    let raw = raw.trim();
    let embedded = [
        "data:image/png;base64,",
        "data:image/jpeg;base64,",
        "data:image/gif;base64,",
        "data:image/webp;base64,",
    ]
    .into_iter()
    .any(|start| has_scheme(raw, start));
    if embedded {
        let is_base64 = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
        let data = raw.split_once(',')?.1;
        return data.bytes().all(is_base64).then(|| {
            Image::Embedded(
                Element::html("img")
                    .with("src", raw.to_owned())
                    .with("alt", alt.to_owned()),
            )
        });
    }
    if !has_scheme(raw, "http://") && !has_scheme(raw, "https://") {
        return None;
    }
    let Address(address) = address(raw)?;
    let (_, rest) = address.split_once("//")?;
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let text = match alt.trim() {
        "" => format!("Load image from {host}"),
        alt => format!("Load image from {host}: {alt}"),
    };
    let button = Element::html("button")
        .with("type", "button")
        .with("class", "remote-image")
        .with("data-src", address)
        .with("data-alt", alt.to_owned());
    Some(Image::OnClick(button, text))
}

/// A bare address in a text: where it stands and where it leads.
pub(super) struct Bare {
    pub start: usize,
    pub end: usize,
    pub address: Address,
}

/// The first bare address at or after `from`, by GFM's "extended autolink" rules.
pub(super) fn bare(text: &str, from: usize) -> Option<Bare> {
    let bytes = text.as_bytes();
    let mut at = from;
    // Every form has one of these: `http:`, `www.`, `a@b.c`.
    while let Some(found) = memchr::memchr3(b':', b'w', b'@', &bytes[at..]) {
        let here = at + found;
        let hit = match bytes[here] {
            b':' => url(text, from, here),
            b'w' => www(text, here),
            _ => email(text, from, here),
        };
        if hit.is_some() {
            return hit;
        }
        at = here + 1;
    }
    None
}

fn may_start(text: &str, start: usize) -> bool {
    match text[..start].chars().next_back() {
        None => true,
        Some(c) => c.is_whitespace() || matches!(c, '*' | '_' | '~' | '('),
    }
}

fn url(text: &str, from: usize, colon: usize) -> Option<Bare> {
    let scheme = ["https", "http"].into_iter().find(|scheme| {
        let before = &text.as_bytes()[from..colon];
        before.len() >= scheme.len()
            && before[before.len() - scheme.len()..].eq_ignore_ascii_case(scheme.as_bytes())
    })?;
    let start = colon - scheme.len();
    if !text[colon..].starts_with("://") || !may_start(text, start) {
        return None;
    }
    let end = address_end(text, colon + 3)?;
    Some(Bare {
        start,
        end,
        address: Address(text[start..end].to_owned()),
    })
}

fn www(text: &str, start: usize) -> Option<Bare> {
    if !text[start..].starts_with("www.") || !may_start(text, start) {
        return None;
    }
    let end = address_end(text, start)?;
    (end > start + 4).then(|| Bare {
        start,
        end,
        address: Address(format!("http://{}", &text[start..end])),
    })
}

/// Where an address with this domain ends, or None if the domain is not valid.
fn address_end(text: &str, domain: usize) -> Option<usize> {
    let rest = &text[domain..];
    let domain_end = rest
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .unwrap_or(rest.len());
    let name = rest[..domain_end].trim_end_matches('.');
    let last_two_plain = name
        .rsplit('.')
        .take(2)
        .all(|segment| !segment.contains('_'));
    if name.is_empty() || !last_two_plain || !name.contains('.') && name != "localhost" {
        return None;
    }
    let stop = rest
        .find(|c: char| c.is_whitespace() || c.is_control() || c == '<')
        .unwrap_or(rest.len());
    let mut end = stop;
    let mut unopened = count(&rest[..end], b')').saturating_sub(count(&rest[..end], b'('));
    while end > name.len() {
        let kept = &rest[..end];
        end -= match kept.as_bytes()[end - 1] {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' => 1,
            b')' if unopened > 0 => {
                unopened -= 1;
                1
            }
            b';' => entity_length(kept).unwrap_or(1),
            _ => break,
        };
    }
    Some(domain + end)
}

fn count(text: &str, byte: u8) -> usize {
    memchr::memchr_iter(byte, text.as_bytes()).count()
}

/// The length of a trailing `&name;`.
fn entity_length(text: &str) -> Option<usize> {
    let before = text.strip_suffix(';')?;
    let name = before
        .bytes()
        .rev()
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    (name > 0 && before[..before.len() - name].ends_with('&')).then_some(name + 2)
}

fn email(text: &str, from: usize, at: usize) -> Option<Bare> {
    let bytes = text.as_bytes();
    let is_local = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'+');
    let is_domain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    let local = bytes[from..at]
        .iter()
        .rev()
        .take_while(|b| is_local(b))
        .count();
    let domain = bytes[at + 1..].iter().take_while(|b| is_domain(b)).count();
    let start = at - local;
    let name = text[at + 1..at + 1 + domain].trim_end_matches('.');
    let valid = local > 0
        && name.contains('.')
        && !name.starts_with('.')
        && !name.ends_with(['-', '_'])
        && may_start_email(text, start);
    valid.then(|| Bare {
        start,
        end: at + 1 + name.len(),
        address: Address(format!("mailto:{}", &text[start..at + 1 + name.len()])),
    })
}

fn may_start_email(text: &str, start: usize) -> bool {
    !text[..start]
        .chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() || c == '/')
}
