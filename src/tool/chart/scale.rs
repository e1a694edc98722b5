//! An axis with round numbers on it.

/// What an axis covers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    /// Where lines and numbers stand, from `low` to `high`.
    pub ticks: Vec<f64>,
}

/// Up to here every whole number has its own place among the floating-point numbers: 2^53.
const COUNTABLE: f64 = 9_007_199_254_740_992.0;

impl Scale {
    /// An axis for finite values, with about `wanted` steps. `from_zero` makes 0 part of it, which bars need: their
    /// length is what is compared.
    pub fn over(values: impl Iterator<Item = f64>, from_zero: bool, wanted: u32) -> Self {
        let start = if from_zero {
            (0.0, 0.0)
        } else {
            (f64::MAX, f64::MIN)
        };
        let (mut low, mut high) = values.fold(start, |(low, high), value| {
            (low.min(value), high.max(value))
        });
        if low >= high {
            // One value, or the same over and over.
            (low, high) = match low {
                low if low > high => (0.0, 1.0),
                0.0 => (0.0, 1.0),
                low => {
                    // Half of the least number is none.
                    let room = (low.abs() / 2.0).max(f64::MIN_POSITIVE);
                    ((low - room).max(f64::MIN), (low + room).min(f64::MAX))
                }
            };
        }
        let step = round_step(high / f64::from(wanted) - low / f64::from(wanted));
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        // Near the ends of what numbers can say, steps have no round ends any more.
        if step == 0.0
            || !(first * step).is_finite()
            || !(last * step).is_finite()
            || last - first > 50.0
            || first.abs().max(last.abs()) > COUNTABLE
        {
            return Self {
                low,
                high,
                ticks: vec![low, high],
            };
        }
        let ticks = (0..=(last - first) as u32).map(|n| {
            // Adding 0 turns a negative zero into one.
            (first + f64::from(n)) * step + 0.0
        });
        let ticks = ticks.collect();
        Self {
            low: first * step,
            high: last * step,
            ticks,
        }
    }

    /// Where a value stands between both ends: 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        let span = self.high - self.low;
        match span.is_finite() {
            true => (value - self.low) / span,
            // Halves of two huge numbers are not as far apart.
            false => (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0),
        }
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below `size`.
fn round_step(size: f64) -> f64 {
    let power = 10f64.powf(size.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * power >= size);
    factor.unwrap_or(10.0) * power
}

/// A number for reading: six digits that count, thousands apart.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) {
        let text = format!("{value:.3e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{power}", trim(digits));
    }
    let whole = if size < 1.0 { 0 } else { size.log10() as usize };
    let places = if size < 1.0 {
        8
    } else {
        5usize.saturating_sub(whole)
    };
    let text = format!("{size:.places$}");
    let text = trim(&text);
    let (digits, fraction) = text
        .split_once('.')
        .map_or((text, None), |(a, b)| (a, Some(b)));
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 && text != "0" {
        "\u{2212}"
    } else {
        ""
    };
    match fraction {
        Some(fraction) => format!("{sign}{grouped}.{fraction}"),
        None => format!("{sign}{grouped}"),
    }
}

fn trim(digits: &str) -> &str {
    match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(values: &[f64], from_zero: bool) -> Scale {
        Scale::over(values.iter().copied(), from_zero, 5)
    }

    #[test]
    fn ticks_are_round() {
        let check = |values: &[f64], from_zero, expected: &[f64]| {
            let ticks = scale(values, from_zero).ticks;
            assert_eq!(ticks.len(), expected.len(), "{values:?}: {ticks:?}");
            for (tick, expected) in ticks.iter().zip(expected) {
                assert!((tick - expected).abs() < 1e-9, "{values:?}: {ticks:?}");
            }
        };
        check(&[3.0, 9.0], true, &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        check(&[3.0, 9.0], false, &[2.0, 4.0, 6.0, 8.0, 10.0]);
        check(&[-7.0, 12.0], true, &[-10.0, -5.0, 0.0, 5.0, 10.0, 15.0]);
        check(&[-7.0, -2.0], true, &[-8.0, -6.0, -4.0, -2.0, 0.0]);
        check(&[0.1, 0.34], true, &[0.0, 0.1, 0.2, 0.3, 0.4]);
        check(&[5.0], true, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        check(&[5.0], false, &[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        check(&[0.0, 0.0], false, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        check(&[], false, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    }

    #[test]
    fn every_value_has_a_place_however_far_out() {
        let sets: [&[f64]; 9] = [
            &[f64::MAX, f64::MIN],
            &[f64::MAX],
            &[f64::MIN],
            &[5e-324],
            &[1e-300, 2e-300],
            &[1e15, 1e15 + 1.0],
            &[1.0, 1.0 + f64::EPSILON],
            &[-0.0],
            &[1e300, -1e-300],
        ];
        for values in sets {
            for from_zero in [true, false] {
                let scale = scale(values, from_zero);
                assert!(
                    (2..=60).contains(&scale.ticks.len()),
                    "{values:?}: {scale:?}"
                );
                for value in values {
                    let place = scale.place(*value);
                    assert!(
                        (0.0..=1.0).contains(&place),
                        "{values:?}: {place} {scale:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        let check = |value: f64, expected: &str| assert_eq!(number(value), expected, "{value}");
        check(0.0, "0");
        check(-0.0, "0");
        check(3.0, "3");
        check(0.1 + 0.2, "0.3");
        check(-2.5, "\u{2212}2.5");
        check(1234.0, "1234");
        check(12345.678, "12\u{202f}345.7");
        check(1_234_567.0, "1\u{202f}234\u{202f}567");
        check(0.000_123, "0.000123");
        check(1e-9, "1e-9");
        check(1.5e20, "1.5e20");
        check(f64::MAX, "1.798e308");
    }
}
