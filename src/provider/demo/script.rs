//! What the script says.

/// One thing that an answer says or does, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Say {
    Thinking(String),
    Text(String),
    /// The answer breaks off with this error.
    Error(&'static str),
}

/// Chooses by the words in the person's message.
pub(super) fn answer_to(question: &str) -> Vec<Say> {
    let words: Vec<String> = question
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .collect();
    let asks = |names: &[&str]| {
        names
            .iter()
            .any(|name| words.iter().any(|word| word == name))
    };
    let text = |text: &str| vec![think(SHORT_THOUGHT), Say::Text(text.to_owned())];
    if asks(&["error", "errors", "fail"]) {
        vec![
            think(SHORT_THOUGHT),
            Say::Text(BEFORE_THE_ERROR.to_owned()),
            Say::Error("This error is part of the demo's script. Nothing is broken."),
        ]
    } else if asks(&["table", "tables"]) {
        text(TABLE)
    } else if asks(&["math", "maths", "formula", "formulas"]) {
        text(MATH)
    } else if asks(&["code", "program"]) {
        text(CODE)
    } else if asks(&["think", "thinking", "reason"]) {
        vec![think(LONG_THOUGHT), Say::Text(AFTER_THINKING.to_owned())]
    } else if asks(&["long", "longer"]) {
        vec![think(SHORT_THOUGHT), Say::Text(long())]
    } else {
        vec![think(SHORT_THOUGHT), Say::Text(tour(question))]
    }
}

fn think(text: &str) -> Say {
    Say::Thinking(text.to_owned())
}

const SHORT_THOUGHT: &str = "\
A model that reasons would show its thoughts here before it answers. I am a script, so I only look for \
words that I know in the message: long, code, table, math, think, error. Then I pick what to say.";

const LONG_THOUGHT: &str = "\
The message asks about thinking, so let me take my time, as far as a script can.

First, what is this text? Models that reason send it apart from the answer. It is shown folded away, and \
it is never passed off as the answer.

Second, what happens to it afterwards? It stays with the conversation. Some providers want it back with \
the next request, so it is returned to the one that made it, and to no other.

Third, is any of this real? No: nobody thought it. Every word was written beforehand. I should say so.";

const AFTER_THINKING: &str = "\
I thought about it for a while; open **Thinking** above to see how. To be honest, **it was a script that \
thought**: its thoughts were written beforehand, like this answer.

With a real model you will see there

1. what it considered before it wrote, if its provider sends that,
2. how long it took,
3. and what it made of your question, which is often the quickest way to a better one.";

const BEFORE_THE_ERROR: &str = "\
You asked for an error. I am a script, so I can make one at will. In the middle of this sentence the \
connection will report that something went wrong, and you will see that

- what was said so far stays,
- the card below says what happened and what can be done,
- **Retry** asks again, and the message box is yours at once.

Here it comes, right in the";

const TABLE: &str = "\
This is a script's table about tables, with its columns aligned to the left, the centre and the right:

| Planet  | Kind      | Moons | Day, in hours |
| :------ | :-------: | ----: | ------------: |
| Mercury | rocky     |     0 |         4,223 |
| Venus   | rocky     |     0 |         2,802 |
| Earth   | rocky     |     1 |            24 |
| Mars    | rocky     |     2 |          24.7 |
| Jupiter | gas giant |  > 90 |           9.9 |
| Saturn  | gas giant | > 140 |          10.7 |
| Uranus  | ice giant |  > 25 |          17.2 |
| Neptune | ice giant |  > 10 |          16.1 |

Cells can hold *emphasis*, `code` and \
[links](https://github.github.com/gfm/#tables-extension-):

| You write    | You get    |
| ------------ | ---------- |
| `**strong**` | **strong** |
| `~~gone~~`   | ~~gone~~   |
";

const MATH: &str = r"This is a script's blackboard. A formula can stand in a line, such as $a^2 + b^2 = c^2$
or \(e^{i\pi} + 1 = 0\), or on lines of its own:

$$
x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

Sums and integrals:

$$
\sum_{k=1}^{n} k = \frac{n(n+1)}{2}
\qquad
\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}
$$

A matrix:

\[
\begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}
\]

And money stays money: a coffee for $3 and a cake for $4 make $7.
";

const CODE: &str = r#"A script that shows code, in three languages. First, **Rust**:

```rust
/// The greatest common divisor, by Euclid's algorithm.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn main() {
    println!("gcd(48, 36) = {}", gcd(48, 36));
}
```

The same in **Python**:

```python
def gcd(a: int, b: int) -> int:
    """The greatest common divisor, by Euclid's algorithm."""
    while b:
        a, b = b, a % b
    return a

print(f"gcd(48, 36) = {gcd(48, 36)}")
```

And in a **shell**:

```sh
gcd() { [ "$2" -eq 0 ] && echo "$1" || gcd "$2" $(($1 % $2)); }
gcd 48 36
```

Each block has a button that copies it. All three print **12**. Inline code looks like `let x = 1;`.
"#;

/// Everything that an answer can hold, and what else can be asked.
fn tour(question: &str) -> String {
    let quoted = match quote(question) {
        Some(quoted) => format!("You wrote:\n\n> {quoted}\n\nA model would answer that. "),
        None => String::new(),
    };
    format!(
        r#"## Hello from the demo

**I am a script, not an AI**, and nothing you write here leaves your browser. {quoted}I can only show what
answers look like on this page.

### Text

Text can be *emphasised*, **strong**, ~~struck out~~ or `code`, and it can link to
[the rules of Markdown](https://commonmark.org/help/).

> A quotation stands apart from what is said about it.

1. Lists can be numbered
2. and they can hold other lists:
   - like this one,
   - with two entries.

- [x] Try the demo
- [ ] Connect a provider under **Settings**
- [ ] Ask something real

### A table

| Ask for | and you get              |
| ------- | ------------------------ |
| `code`  | three small programs     |
| `table` | the planets              |
| `math`  | formulas                 |
| `think` | more to read in Thinking |
| `long`  | a long answer            |
| `error` | an answer that breaks off |

### Code

```rust
fn main() {{
    println!("Hello from Rust");
}}
```

```js
console.log("Hello from JavaScript");
```

### Math

In a line, $E = mc^2$, and on its own:

$$
\sum_{{k=1}}^{{n}} k = \frac{{n(n+1)}}{{2}}
$$

While I write, **Stop** ends the answer at once; afterwards you can copy it or ask again.
"#
    )
}

/// The beginning of the person's message as code, so that nothing in it is taken for Markdown.
fn quote(question: &str) -> Option<String> {
    const LONGEST: usize = 80;
    let line = question
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())?;
    let mut quoted: String = line.chars().take(LONGEST).collect();
    if quoted.len() < question.trim().len() {
        quoted.push('…');
    }
    let longest_run = quoted
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest_run + 1);
    Some(format!("{fence} {quoted} {fence}"))
}

/// Some ten thousand characters that are at least true.
fn long() -> String {
    let mut text = String::from(
        "## The numbers from 1 to 60\n\nYou asked for a long answer, and I am a script: here is \
         something that can go on for ever.\n",
    );
    for n in 1_u32..=60 {
        let divisors: Vec<u32> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
        let list: Vec<String> = divisors.iter().map(u32::to_string).collect();
        let kind = match (divisors.len(), divisors.iter().sum::<u32>().cmp(&(2 * n))) {
            (1, _) => "the unit: neither prime nor composite",
            (2, _) => "a **prime**",
            (_, std::cmp::Ordering::Equal) => {
                "a **perfect** number, the sum of its proper divisors"
            }
            (_, std::cmp::Ordering::Greater) => {
                "*abundant*: its proper divisors sum to more than itself"
            }
            (_, std::cmp::Ordering::Less) => {
                "*deficient*: its proper divisors sum to less than itself"
            }
        };
        text.push_str(&format!(
            "\n### {n}\n\nThe number {n} is {kind}. Its square is {} and its cube {}.\n\n\
             - Divisors: {}\n- Binary: `{n:b}`, hexadecimal: `{n:x}`\n",
            n * n,
            n * n * n,
            list.join(", "),
        ));
    }
    text.push_str("\nThat is all. While it grew, you could scroll away from it and back again.\n");
    text
}
