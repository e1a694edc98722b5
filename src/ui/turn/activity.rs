//! Text whose fate is not known yet: once a call follows it, it belongs to the call, else it is the answer. Until that is
//! known it stands in the line that says what goes on, so that it moves into its place once.

use super::steps_of;
use crate::browser::PartView;
use crate::provider::PartKind;

/// What is longer, or has several lines, is taken for the answer, which is to be read while it is written.
const LONGEST: usize = 240;

/// The text that is held back, in bytes so far, of an answer that is being written.
pub fn held(parts: &[PartView]) -> Option<((u32, usize), usize)> {
    let last = parts.last().filter(|part| part.kind == PartKind::Text)?;
    let place = (last.round, last.part);
    let len = last.text.progress().len;
    let is_short = || {
        last.text
            .with_range(0, len, |text| !text.trim_end().contains('\n'))
    };
    (len <= LONGEST && !steps_of(parts).contains(&place) && is_short()).then_some((place, len))
}
