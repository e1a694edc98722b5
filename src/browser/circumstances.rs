//! What a prompt is told of the here and now.

use crate::agent::AgentSchema;
use crate::prompt::Context;
use js_sys::{Date, Intl, Object, Reflect};
use leptos::prelude::window;

/// The context of an agent's prompt at this moment.
pub fn context(agent: &AgentSchema) -> Context {
    Context {
        name: agent.name.clone(),
        description: agent.description.clone(),
        date: date(&Date::new_0()),
        locale: window().navigator().language().unwrap_or_default(),
        time_zone: time_zone(),
        ..Context::default()
    }
}

/// The local day, for example `Monday, 2026-03-30`.
fn date(date: &Date) -> String {
    const DAYS: [&str; 7] = [
        "Sunday",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
    ];
    let day = DAYS
        .get(date.get_day() as usize)
        .copied()
        .unwrap_or_default();
    let (year, month) = (date.get_full_year(), date.get_month() + 1);
    format!("{day}, {year:04}-{month:02}-{:02}", date.get_date())
}

/// An IANA name; empty where the browser does not tell.
fn time_zone() -> String {
    let format = Intl::DateTimeFormat::new(&js_sys::Array::new(), &Object::new());
    Reflect::get(&format.resolved_options(), &"timeZone".into())
        .ok()
        .and_then(|zone| zone.as_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_day_is_the_local_one() {
        let late = Date::new_with_year_month_day_hr_min_sec(2026, 2, 30, 23, 59, 59);
        assert_eq!(date(&late), "Monday, 2026-03-30");
    }
}
