//! Everything that needs the browser and is not a component.
//!
//! [`Manager`] is the only door for the UI: it holds the sessions, publishes what changes as signals, and
//! runs agents. No `JsValue` leaves this module.

mod address;
mod circumstances;
mod client;
mod clock;
mod doctor;
pub mod foreign;
pub mod highlight;
pub mod idb;
mod lazy;
mod leaving;
mod locks;
pub mod manager;
mod mcp;
mod on_device;
mod open_session;
mod run;
pub mod sandbox;
mod sign_in;
mod storage;
mod tabs;
pub mod toolbox;
mod tools;
pub mod vault;
pub mod view;
mod wire;

pub use clock::sleep;
pub use lazy::{Part, Parts, Unavailable};
pub use manager::{Allowed, ChatRequest, ConnectionTest, Extent, Manager, SignIn};
pub use mcp::{Caller, ServerState};
pub use on_device::has_own_model;
pub use storage::rescue_export;
pub use tools::ToolKit;
#[cfg(feature = "testing")]
pub use tools::testing::Desk;
pub use vault::{Change, Keeping, Passphrase, VaultError, VaultState};
pub use view::{
    CallState, CallView, LiveText, Notice, PartView, Question, SessionItem, TurnState, TurnView,
    Undo,
};
pub use wire::WireLog;
