use super::readable;

const PAGE: &str = include_str!("page.html");

#[test]
fn an_article_is_its_title_and_text_with_links() {
    let text = readable(PAGE, "https://example.test/blog/tides.html").unwrap();
    assert!(text.starts_with("# Why tides are late\n"), "{text}");
    assert!(text.contains("The moon pulls the sea"), "{text}");
    assert!(
        text.contains("[the harbour table](https://example.test/tables/harbour.html)"),
        "{text}"
    );
    assert!(text.contains("## What the coast does"), "{text}");
    for noise in ["Subscribe", "Cookie", "alert(", "color: red", "<p", "<a"] {
        assert!(!text.contains(noise), "{noise} in {text}");
    }
}

#[test]
fn a_page_that_is_no_article_still_gives_its_text() {
    let text = readable(
        "<title>Shop</title><ul><li>Apples 3</li><li>Pears 4</li></ul>",
        "",
    )
    .unwrap();
    assert!(
        text.contains("Apples 3") && text.contains("Pears 4"),
        "{text}"
    );
}

#[test]
fn a_page_without_text_says_so() {
    let told = readable("<html><body><script>draw()</script></body></html>", "").unwrap_err();
    assert!(told.contains("no text"), "{told}");
    let told = readable("", "").unwrap_err();
    assert!(told.contains("no text"), "{told}");
    let titled = readable("<title>App</title><div id=root></div>", "").unwrap();
    assert!(
        titled.contains("# App") && titled.contains("No text"),
        "{titled}"
    );
}

#[test]
fn a_relative_address_is_an_error_not_a_guess() {
    assert!(readable(PAGE, "tides.html").is_err());
}

#[test]
fn scripts_that_write_tags_do_not_count_as_nesting() {
    let script = format!("<script>let s = '{}';</script>", "<div>".repeat(5_000));
    let text = readable(&format!("{script}<p>Fine words stand here.</p>"), "").unwrap();
    assert!(text.contains("Fine words"), "{text}");
}

/// The stack is large because frames are larger here; that a browser's suffices is tried in browsers.
#[test]
fn hostile_pages_end() {
    let pages = [
        "<div>".repeat(400_000),
        "<div>".repeat(390),
        "<p>".repeat(90_000),
        "<table>".repeat(390),
        "<a><div>".repeat(190),
        (0..300).map(|n| format!("<b id={n}>")).collect::<String>() + &"<p>x".repeat(100_000),
        (0..18).map(|n| format!("<b id={n}>")).collect::<String>() + &"<p>x</p>".repeat(20_000),
        "<".repeat(1_000_000),
        "&".repeat(1_000_000),
        "<!--".repeat(400_000),
        "<script>".repeat(200_000),
        "a,".repeat(700_000),
        "<br>".repeat(100_000),
        "<title>".repeat(100_000),
        format!(
            "<div>{}",
            "<p>Some words, and more of them.</p>".repeat(20_000)
        ),
        "<svg><math>".repeat(190),
        "<li>".repeat(90_000),
        "<select><option>".repeat(50_000),
        "\0\u{feff}<b\0>".repeat(10_000),
        "<template>".repeat(390),
        "x".repeat(3_000_000),
    ];
    let run = move || {
        for page in &pages {
            // That it comes back at all is what counts: the limits are of size and depth, not of time.
            let text = readable(page, "https://example.test/");
            let head: String = page.chars().take(20).collect();
            println!("{head}: {text:.60?}");
        }
    };
    let small = std::thread::Builder::new().stack_size(64 << 20);
    small.spawn(run).unwrap().join().unwrap();
}
