//! Numbers and times as people read them.

use crate::chat::{Effort, Millis, Thinking};
use js_sys::Date;
use wasm_bindgen::JsValue;

/// A length of time: `3 s`, `1 min 5 s`. Never shorter than a second: less is not worth a number.
pub fn duration(millis: Millis) -> String {
    let seconds = (millis / 1000.0).round().max(1.0) as u64;
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

/// As [`duration`], but in milliseconds where it is below a second.
pub fn exact_duration(millis: Millis) -> String {
    match millis < 999.5 {
        true => format!("{} ms", millis.round()),
        false => duration(millis),
    }
}

/// A count with its thousands apart: `12,345`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// How much a model thinks, in a word or two.
pub fn thinking(thinking: Thinking) -> String {
    match thinking {
        Thinking::Auto => "Auto",
        Thinking::Off => "Off",
        Thinking::On => "On",
        Thinking::Effort(Effort::Minimal) => "Minimal",
        Thinking::Effort(Effort::Low) => "Low",
        Thinking::Effort(Effort::Medium) => "Medium",
        Thinking::Effort(Effort::High) => "High",
        Thinking::Effort(Effort::Max) => "Maximum",
        Thinking::Budget(tokens) => return format!("{} tokens", count(tokens)),
    }
    .to_owned()
}

/// A day and a time of day where the person is: `2026-03-31 14:05`.
pub fn moment(at: Millis) -> String {
    let date = Date::new(&JsValue::from_f64(at));
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}",
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes()
    )
}

/// The heading a session from `then` stands under in the list: a day nearby, a month further away.
pub fn day(then: Millis, now: Millis) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    const DAY: f64 = 86_400_000.0;
    // Rounded, because a day with a change of clocks has 23 or 25 hours.
    let days = ((midnight(now) - midnight(then)) / DAY).round();
    if days < 1.0 {
        return "Today".to_owned();
    }
    if days < 2.0 {
        return "Yesterday".to_owned();
    }
    if days < 8.0 {
        return "Last 7 days".to_owned();
    }
    if days < 31.0 {
        return "Last 30 days".to_owned();
    }
    let date = Date::new(&JsValue::from_f64(then));
    let month = MONTHS
        .get(date.get_month() as usize)
        .copied()
        .unwrap_or_default();
    format!("{month} {}", date.get_full_year())
}

/// When the local day of a moment began.
fn midnight(moment: Millis) -> Millis {
    let date = Date::new(&JsValue::from_f64(moment));
    date.set_hours(0);
    date.set_minutes(0);
    date.set_seconds(0);
    date.set_milliseconds(0);
    date.get_time()
}

#[cfg(test)]
mod tests {
    use super::{count, day, duration};
    use js_sys::Date;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn durations_read_well() {
        assert_eq!(duration(0.0), "1 s");
        assert_eq!(duration(3_400.0), "3 s");
        assert_eq!(duration(60_000.0), "1 min");
        assert_eq!(duration(65_000.0), "1 min 5 s");
    }

    #[wasm_bindgen_test]
    fn thousands_stand_apart() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000), "1,000");
        assert_eq!(count(1_234_567), "1,234,567");
    }

    #[wasm_bindgen_test]
    fn sessions_stand_under_the_local_day() {
        let at = |day: i32, hour: i32| {
            Date::new_with_year_month_day_hr_min_sec(2026, 2, day, hour, 0, 0).get_time()
        };
        let now = at(31, 0);
        assert_eq!(day(at(31, 0), now), "Today");
        assert_eq!(day(at(30, 23), now), "Yesterday");
        assert_eq!(day(at(29, 23), now), "Last 7 days");
        assert_eq!(day(at(1, 12), now), "Last 30 days");
        assert_eq!(day(at(-40, 12), now), "January 2026");
    }
}
