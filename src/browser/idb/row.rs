//! Rows as JavaScript objects: the fields of the key and the indexes, and the record's text in `json`.

use super::Problem;
use crate::store::rows::{Field, Row};
use indexed_db_futures::KeyPath;
use indexed_db_futures::error::Error;
use indexed_db_futures::object_store::ObjectStore;
use indexed_db_futures::query_source::QuerySource;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

const JSON: &str = "json";

pub fn to_js(fields: &[(&'static str, Field)], json: &str) -> Result<JsValue, Problem> {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &(*name).into(), &field(value)).map_err(Error::from)?;
    }
    Reflect::set(&object, &JSON.into(), &json.into()).map_err(Error::from)?;
    Ok(object.into())
}

/// The record's text; empty, which reads as a broken record, if the row has none.
pub fn json(row: &JsValue) -> String {
    let json = Reflect::get(row, &JSON.into()).ok();
    json.and_then(|json| json.as_string()).unwrap_or_default()
}

pub fn jsons(rows: impl Iterator<Item = Result<JsValue, Error>>) -> Result<Vec<String>, Problem> {
    rows.map(|row| Ok(json(&row?))).collect()
}

pub fn field(field: &Field) -> JsValue {
    match field {
        Field::Text(text) => text.into(),
        Field::Number(number) => (*number).into(),
    }
}

/// A key as IndexedDB wants it: bare if it has one field, else an array.
pub fn key(fields: &[Field]) -> JsValue {
    match fields {
        [one] => field(one),
        several => several.iter().map(field).collect::<Array>().into(),
    }
}

/// The key that a row has in this table. A field that the row lacks is `undefined`, which no request takes.
pub fn key_of(store: &ObjectStore<'_>, row: &Row) -> JsValue {
    let value = |name: &str| {
        let found = row.fields.iter().find(|(field, _)| *field == name);
        found.map_or(JsValue::UNDEFINED, |(_, value)| field(value))
    };
    match store.key_path() {
        Some(KeyPath::One(name)) => value(&name),
        Some(KeyPath::Sequence(names)) => names
            .iter()
            .map(|name| value(name))
            .collect::<Array>()
            .into(),
        Some(KeyPath::JsValue(_)) | None => JsValue::UNDEFINED,
    }
}
