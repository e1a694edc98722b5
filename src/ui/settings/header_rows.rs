//! Extra headers of a provider. Their values are secrets: typed once, never shown again.

use super::field::unique_id;
use crate::provider::Secret;
use crate::ui::icon::{Icon, IconButton};
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;

/// One header. Its value is held by the input element alone.
#[derive(Clone, Copy)]
struct Row {
    number: usize,
    name: RwSignal<String>,
    value: NodeRef<html::Input>,
    /// Whether a value is stored, which stays unless another is typed.
    stored: bool,
}

/// The state of the rows.
#[derive(Clone, Copy)]
pub struct HeaderEntries {
    rows: RwSignal<Vec<Row>>,
    next: StoredValue<usize>,
}

impl HeaderEntries {
    pub fn new(stored: &[String]) -> Self {
        let row = |(number, name): (usize, &String)| Row {
            number,
            name: RwSignal::new(name.clone()),
            value: NodeRef::new(),
            stored: true,
        };
        Self {
            rows: RwSignal::new(stored.iter().enumerate().map(row).collect()),
            next: StoredValue::new(stored.len()),
        }
    }

    pub fn is_empty(self) -> bool {
        self.rows.with_untracked(Vec::is_empty)
    }

    /// The names, or what is wrong with one of them. Rows without a name do not count.
    pub fn names(self) -> Result<Vec<String>, String> {
        let mut names: Vec<String> = vec![];
        for row in self.rows.get() {
            let Some(name) = checked(&row.name.get())? else {
                continue;
            };
            if names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                return Err(format!("{name} stands there twice."));
            }
            names.push(name);
        }
        Ok(names)
    }

    /// The values that were typed, by name.
    pub fn to_save(self) -> Vec<(String, Secret)> {
        let typed = |row: &Row| {
            let value = Secret::new(&row.value.get_untracked()?.value());
            let name = row.name.get_untracked().trim().to_owned();
            (!value.is_empty() && !name.is_empty()).then_some((name, value))
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(typed).collect())
    }

    fn add(self) {
        let number = self.next.get_value();
        self.next.set_value(number + 1);
        let row = Row {
            number,
            name: RwSignal::new(String::new()),
            value: NodeRef::new(),
            stored: false,
        };
        self.rows.update(|rows| rows.push(row));
    }

    fn remove(self, number: usize) {
        self.rows
            .update(|rows| rows.retain(|row| row.number != number));
    }
}

/// A header's name as RFC 9110 (5.6.2) lets it be; none for an empty field.
fn checked(name: &str) -> Result<Option<String>, String> {
    let name = name.trim();
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if !name.bytes().all(is_token) {
        return Err(format!("“{name}” cannot be the name of a header."));
    }
    Ok(Some(name.to_owned()).filter(|name| !name.is_empty()))
}

#[component]
pub fn HeaderRows(
    entries: HeaderEntries,
    #[prop(into)] error: Signal<Option<String>>,
) -> impl IntoView {
    let note_id = StoredValue::new(unique_id());
    let row = move |row: Row| {
        let name = row.name;
        let placeholder = if row.stored {
            "Stored; type to replace"
        } else {
            "Value"
        };
        let wrong = move || error.get().is_some().to_string();
        view! {
            <div class="header-row">
                <input
                    type="text"
                    aria-label="Header name"
                    placeholder="X-Header"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    // The stored value goes by this name.
                    readonly=row.stored
                    aria-invalid=wrong
                    aria-describedby=note_id.get_value()
                    prop:value=name
                    on:input:target=move |event| name.set(event.target().value())
                />
                <input
                    type="password"
                    aria-label=move || format!("Value of {}", shown_name(&name.get()))
                    placeholder=placeholder
                    autocomplete="off"
                    spellcheck="false"
                    node_ref=row.value
                />
                <IconButton
                    label=Signal::derive(move || format!("Remove {}", shown_name(&name.get())))
                    icon=lu::LuTrash2
                    on_press=move || entries.remove(row.number)
                />
            </div>
        }
    };
    view! {
        <div class="field" role="group" aria-label="Extra headers">
            <span class="field-label">"Extra headers"</span>
            <For each=move || entries.rows.get() key=|row| row.number children=row />
            <p
                class="field-note"
                id=note_id.get_value()
                class:error=move || error.get().is_some()
            >
                {move || {
                    error
                        .get()
                        .unwrap_or_else(|| {
                            "Sent with every request. The server must allow them to pages (CORS)."
                                .to_owned()
                        })
                }}
            </p>
            <button type="button" class="button add-row" on:click=move |_| entries.add()>
                <Icon icon=lu::LuPlus />
                "Add header"
            </button>
        </div>
    }
}

fn shown_name(name: &str) -> &str {
    match name.trim() {
        "" => "header",
        name => name,
    }
}
