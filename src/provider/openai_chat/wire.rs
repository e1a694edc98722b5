//! The chunk as it nearly always is, borrowed from the bytes. Anything that does not fit is read again by
//! [`super::tolerant`], so this stays strict and quick.

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

#[derive(Deserialize)]
pub(super) struct Chunk<'a> {
    #[serde(borrow, default)]
    pub model: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub choices: Option<First<Choice<'a>>>,
    #[serde(borrow, default)]
    pub usage: Option<&'a RawValue>,
    /// Any of [`super::sources::LISTS`]; two of them do not fit.
    #[serde(borrow, default, alias = "search_results", alias = "web_search")]
    pub citations: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
pub(super) struct Choice<'a> {
    #[serde(default)]
    pub index: Option<i64>,
    #[serde(borrow, default)]
    pub delta: Option<Delta<'a>>,
    #[serde(borrow, default)]
    pub finish_reason: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(borrow, default)]
    pub content: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub reasoning_content: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub reasoning: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub reasoning_details: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub refusal: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub tool_calls: Option<Vec<Call<'a>>>,
    #[serde(borrow, default)]
    pub function_call: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub annotations: Option<&'a RawValue>,
}

#[derive(Deserialize)]
pub(super) struct Call<'a> {
    #[serde(default)]
    pub index: Option<i64>,
    #[serde(borrow, default)]
    pub id: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub function: Option<Function<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Function<'a> {
    #[serde(borrow, default)]
    pub name: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub arguments: Option<Text<'a>>,
}

/// Text that is copied only if it holds escapes. (`Option<Cow<str>>` would always copy.)
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

impl<'a> Text<'a> {
    /// The text, empty for an absent one.
    pub fn of(text: Option<Self>) -> Cow<'a, str> {
        text.map_or(Cow::Borrowed(""), |text| text.0)
    }
}

/// The first of a list, and whether there were more: a list of one needs no allocation.
pub(super) struct First<T> {
    pub item: Option<T>,
    pub more: bool,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for First<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
            type Value = First<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<First<T>, A::Error> {
                let item = list.next_element()?;
                let mut more = false;
                while list.next_element::<serde::de::IgnoredAny>()?.is_some() {
                    more = true;
                }
                Ok(First { item, more })
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}
