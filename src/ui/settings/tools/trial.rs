//! A run of code in the sandbox, on trial: one at a time, and it ends with what shows it.

use super::report::Outcome;
use crate::browser::sandbox::{self, Job, SandboxError};
use crate::ui::icon::Icon;
use futures_channel::oneshot;
use icondata_lu as lu;
use leptos::prelude::*;

#[derive(Clone, Copy)]
pub struct Trial {
    pub outcome: RwSignal<Outcome>,
    /// Dropped with what shows the run, which ends it as well.
    stop: StoredValue<Option<oneshot::Sender<()>>, LocalStorage>,
}

impl Trial {
    pub fn new() -> Self {
        Self {
            outcome: RwSignal::new(Outcome::None),
            stop: StoredValue::new_local(None),
        }
    }

    pub fn is_running(self) -> bool {
        self.outcome
            .with(|outcome| matches!(outcome, Outcome::Running))
    }

    /// Does nothing while another run is on.
    pub fn start(self, job: Job) {
        if untrack(|| self.is_running()) {
            return;
        }
        let (sender, stopped) = oneshot::channel();
        self.stop.set_value(Some(sender));
        self.outcome.set(Outcome::Running);
        leptos::task::spawn_local(async move {
            let ended = sandbox::run(job, async move {
                let _ = stopped.await;
            })
            .await;
            // What shows it may be gone by now.
            self.outcome.try_set(match ended {
                Ok(report) => Outcome::Report(report),
                Err(SandboxError::Stopped) => Outcome::None,
                Err(error @ SandboxError::Unavailable(_)) => Outcome::Error(error.to_string()),
            });
        });
    }

    pub fn stop(self) {
        self.stop.set_value(None);
    }
}

/// Beside the button that runs: ends the run that is on.
#[component]
pub fn StopButton(trial: Trial) -> impl IntoView {
    view! {
        <Show when=move || trial.is_running()>
            <button type="button" class="button" on:click=move |_| trial.stop()>
                <Icon icon=lu::LuSquare />
                "Stop"
            </button>
        </Show>
    }
}
