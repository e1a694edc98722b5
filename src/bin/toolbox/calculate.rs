//! A calculator with units and as many digits as needed.

use fend_core::{Context, DecimalSeparatorStyle, Interrupt, evaluate_with_interrupt};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Longest expression, in bytes.
const LONGEST: usize = 1_000;

/// Deepest nesting: every level costs the parser's stack, and there are not 1 MiB of it.
const DEEPEST: u32 = 40;

/// Deepest brackets: each level doubles the time that the library's parser takes.
const DEEPEST_BRACKETS: u32 = 12;

/// How much one calculation may do, in steps of the library: 1000! takes a quarter of it. The largest take about two
/// seconds.
const MOST_STEPS: u32 = 20_000;

/// Longest result, in bytes.
const LONGEST_RESULT: usize = 4_000;

/// # Errors
/// Says what is wrong with the expression, for a model to read.
pub fn calculate(expression: &str) -> Result<String, String> {
    let expression = expression.trim();
    if expression.is_empty() {
        return Err("There is nothing to calculate.".to_owned());
    }
    if expression.len() > LONGEST {
        return Err(format!(
            "The expression is longer than {LONGEST} bytes. Calculate it in parts."
        ));
    }
    if deep(expression) {
        return Err("The expression is nested too deeply. Calculate it in parts.".to_owned());
    }
    // The library's anonymous functions can call themselves without end.
    if expression.contains([':', '\\']) || expression.contains("=>") {
        return Err("Functions cannot be defined here. Write the expression out.".to_owned());
    }
    // Shifting is one step to the library, whatever its size.
    if expression.contains("<<") || expression.contains(">>") {
        return Err(
            "Shifts are not calculated here. Multiply by a power of 2, or divide.".to_owned(),
        );
    }
    let mut context = Context::new();
    context.disable_rng();
    context.set_decimal_separator_style(DecimalSeparatorStyle::Dot);
    let budget = Budget(AtomicU32::new(0));
    let result = evaluate_with_interrupt(expression, &mut context, &budget);
    let result = result.map_err(|error| match budget.0.load(Relaxed) >= MOST_STEPS {
        true => "The calculation is too large to finish here.".to_owned(),
        false => format!("Cannot calculate this: {error}"),
    })?;
    let result = result.get_main_result();
    if result.is_empty() {
        return Err("The expression has no value.".to_owned());
    }
    match result.len() > LONGEST_RESULT {
        true => Err(format!(
            "The result has {} characters. Ask for less of it, for example with `to 20 sf`.",
            result.chars().count()
        )),
        false => Ok(result.to_owned()),
    }
}

/// Counts instead of looking at a clock: the same expression always gives the same answer.
struct Budget(AtomicU32);

impl Interrupt for Budget {
    fn should_interrupt(&self) -> bool {
        self.0.fetch_add(1, Relaxed) >= MOST_STEPS
    }
}

/// Whether something stands in more brackets, or behind more signs that each open a level, than [`DEEPEST`].
fn deep(expression: &str) -> bool {
    let (mut brackets, mut signs, mut powers) = (0u32, 0u32, 0u32);
    for c in expression.chars() {
        match c {
            '(' | '{' | '[' => brackets += 1,
            ')' | '}' | ']' => brackets = brackets.saturating_sub(1),
            '^' => powers += 1,
            _ => {}
        }
        signs = match c {
            '-' | '+' | '!' | '/' => signs + 1,
            c if c.is_whitespace() => signs,
            _ => 0,
        };
        if brackets > DEEPEST_BRACKETS || signs.max(powers) > DEEPEST {
            return true;
        }
    }
    expression.matches("**").count() > DEEPEST as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str, expected: &str) {
        let result = calculate(expression).unwrap_or_else(|error| error);
        assert_eq!(result, expected, "{expression}");
    }

    #[test]
    fn arithmetic_is_exact() {
        check("1 + 2 * 3", "7");
        check("0.1 + 0.2", "0.3");
        check("(1/3) * 3", "1");
        check("2^100", "1267650600228229401496703205376");
        check("30!", "265252859812191058636308480000000");
        check("sqrt(2)", "approx. 1.4142135624");
        check("sin(30 degrees)", "0.5");
        check("10% of 250", "25");
        check("17 mod 5", "2");
        check("-5 + 3", "-2");
    }

    #[test]
    fn units_are_converted() {
        check("3 km + 200 m to m", "3200 m");
        check("72 km/h to m/s", "20 m / s");
        check("100 °F to °C", "approx. 37.7777777778 °C");
        check("0xff to decimal", "255");
        check("255 to hex", "ff");
        check("5 GiB to MiB", "5120 MiB");
    }

    #[test]
    fn what_is_wrong_is_said() {
        check("", "There is nothing to calculate.");
        check("1 / 0", "Cannot calculate this: division by zero");
        check(
            "2 kg + 3 m",
            "Cannot calculate this: cannot convert from m to kg: units 'meter' and 'kilogram' are incompatible",
        );
        check(
            "flurb(2)",
            "Cannot calculate this: unknown identifier 'flurb'",
        );
        check("5 +", "Cannot calculate this: unexpected input found");
        check(
            "5 EUR to USD",
            "Cannot calculate this: exchange rates are not available",
        );
        assert!(calculate("roll d6").is_err());
    }

    #[test]
    fn nothing_calls_itself() {
        for expression in [
            "(\\x. x x) (\\x. x x)",
            "f = x: f x; f 1",
            "(x => x x)(x => x x)",
        ] {
            check(
                expression,
                "Functions cannot be defined here. Write the expression out.",
            );
        }
    }

    /// The stack is large because frames are larger here; that a browser's suffices is tried in browsers.
    #[test]
    fn nothing_hangs_or_overflows() {
        let mut hostile: Vec<String> = [
            "10^10^10",
            "9^9^9^9",
            "2^(2^30)",
            "100000!",
            "1e999999999",
            "1e-999999999",
            "sqrt(10^100000)",
            "(10^5000)!",
            "2 ^ 0.333333333333333333333333333333333333333333333333",
            "1 << 999999999",
            "100000 nCr 50000",
            "10^3000 mod 7^2999",
            "fibonacci 1000000",
            "3.1(0123456789)",
            "e^1000000",
            "pi^pi^pi^pi^pi",
            "sin(10^10000)",
            "10^1000 to roman",
            "10^100000 to words",
            "1000000d1000000",
            "a = 10; a = a^a; a = a^a; a = a^a; a",
        ]
        .map(str::to_owned)
        .to_vec();
        for open in [
            "(", "-", "+", "!", "sqrt ", "{", "[", "1/", "1-", "2^", "2**", "1 m to ", "not ",
            "a=", "5 of ", "a;",
        ] {
            hostile.push(open.repeat(LONGEST / open.len()));
            hostile.push(open.repeat(12) + "1");
            hostile.push(open.repeat((LONGEST - 1) / open.len()) + "1");
        }
        let run = move || {
            for expression in hostile {
                // That it comes back at all is what counts: the limits are of steps, not of time.
                let result = calculate(&expression);
                let head: String = expression.chars().take(30).collect();
                println!("{head} {:.60}", format!("{result:?}"));
            }
        };
        let small = std::thread::Builder::new().stack_size(64 << 20);
        small.spawn(run).unwrap().join().unwrap();
    }
}
