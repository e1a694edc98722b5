//! Everything a person has here, as one JSON document.

use super::schema::DATA;
use super::{Store, StoreError};
use serde_json::{Map, Value, json};

/// The export's format, raised when a reader of the former one could no longer make sense of it.
pub const FORMAT_VERSION: u32 = 1;

/// All records of [`DATA`] as they are stored, under their tables' names: nothing is interpreted, so nothing
/// is lost, and what this build cannot read is in it too. Secrets are out of [`Store`]'s reach.
///
/// ```json
/// {"format": "colloquy", "version": 1, "sessions": […], "turns": […], "rounds": […], "drafts": […], "settings": […]}
/// ```
///
/// A record that is no JSON at all stands in its list as a string.
pub async fn export(store: &impl Store) -> Result<Value, StoreError> {
    let mut document = Map::new();
    document.insert("format".to_owned(), json!("colloquy"));
    document.insert("version".to_owned(), json!(FORMAT_VERSION));
    for table in DATA {
        document.insert(table.to_owned(), json!([]));
    }
    for record in store.records().await? {
        let value = serde_json::from_str(&record.json).unwrap_or(Value::String(record.json));
        if let Some(Value::Array(list)) = document.get_mut(record.table) {
            list.push(value);
        }
    }
    Ok(Value::Object(document))
}
