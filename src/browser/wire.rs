//! The wire log: what each request of a session sent and got. Off by default, kept in this tab's memory only.

use super::client::Piece;
use super::clock::now;
use crate::chat::SessionId;
use crate::provider::HttpRequest;
use crate::provider::wire::{self, End, Exchange};
use leptos::prelude::*;

/// Exchanges kept at most, and bytes of their responses; the oldest go first.
const MOST_EXCHANGES: usize = 100;
const MOST_BYTES: usize = 16 << 20;

/// A copyable handle.
#[derive(Clone, Copy)]
pub struct WireLog {
    /// Whether requests are recorded from now on.
    pub recording: RwSignal<bool>,
    exchanges: RwSignal<Vec<Recorded>>,
}

/// One exchange of a session.
struct Recorded {
    /// Counts from 1 in the order of the requests.
    number: u64,
    session: SessionId,
    /// A signal of its own: what a request gets concerns nobody who looks at another one.
    exchange: ArcRwSignal<Exchange>,
}

/// Writes down one exchange, which is given up where a recorder of it goes away before its end.
#[derive(Clone)]
pub struct Recorder(ArcRwSignal<Exchange>);

impl WireLog {
    pub(super) fn new() -> Self {
        Self {
            recording: RwSignal::new(false),
            exchanges: RwSignal::new(vec![]),
        }
    }

    /// Tracked: the numbers of a session's exchanges, oldest first.
    pub fn of(&self, session: Option<&SessionId>) -> Vec<u64> {
        self.exchanges.with(|all| {
            let own = all.iter().filter(|one| Some(&one.session) == session);
            own.map(|one| one.number).collect()
        })
    }

    /// The exchange with this number, if it is still there.
    pub fn exchange(&self, number: u64) -> Option<ArcRwSignal<Exchange>> {
        self.exchanges.with_untracked(|all| {
            let one = all.iter().find(|one| one.number == number)?;
            Some(one.exchange.clone())
        })
    }

    /// Forgets everything that was recorded.
    pub fn clear(&self) {
        self.exchanges.set(vec![]);
    }

    /// Begins to write down a request, if requests are recorded.
    pub(super) fn record(&self, session: &SessionId, request: &HttpRequest) -> Option<Recorder> {
        if !self.recording.get_untracked() {
            return None;
        }
        let exchange = ArcRwSignal::new(Exchange::new(request.clone(), now()));
        let recorder = Recorder(exchange.clone());
        let mut number = 1;
        self.exchanges.update(|all| {
            number += all.last().map_or(0, |last| last.number);
            let size = |one: &Recorded| one.exchange.with_untracked(Exchange::size);
            let bytes = |all: &[Recorded]| all.iter().map(size).sum::<usize>();
            while all.len() >= MOST_EXCHANGES || bytes(all) > MOST_BYTES {
                all.remove(0);
            }
            all.push(Recorded {
                number,
                session: session.clone(),
                exchange,
            });
        });
        Some(recorder)
    }
}

impl Recorder {
    pub(super) fn note(&self, piece: &Piece) {
        let at = now();
        self.0.update(|exchange| match piece {
            Piece::Head(head) => exchange.head = Some(head.clone()),
            Piece::Bytes(bytes) => exchange.pieces.push(wire::Piece {
                at,
                bytes: bytes.clone(),
            }),
            Piece::Ended => exchange.ended = Some((at, End::Closed)),
            Piece::Failed(words, _) => exchange.ended = Some((at, End::Broken(words.clone()))),
        });
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if self.0.with_untracked(|exchange| exchange.ended.is_none()) {
            self.0
                .update(|exchange| exchange.ended = Some((now(), End::GivenUp)));
        }
    }
}
