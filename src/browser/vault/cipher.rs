//! AES-GCM with 256 bits, by the browser's Web Cryptography API.

use js_sys::{Array, ArrayBuffer, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AesGcmParams, AesKeyGenParams, Crypto, CryptoKey, SubtleCrypto};

/// Encrypts and decrypts. Failures are `None`: what WebCrypto says of them is deliberately nothing.
pub struct Cipher {
    crypto: Crypto,
    subtle: SubtleCrypto,
    key: CryptoKey,
}

/// An encrypted text, as structured clone keeps it.
#[derive(Clone)]
pub struct Sealed {
    /// 12 random bytes, new for each text.
    pub iv: JsValue,
    /// The ciphertext with its tag.
    pub data: JsValue,
}

/// Whether this page gets any cryptography: those that are not a secure context get none.
pub fn is_available() -> bool {
    web_crypto().is_some()
}

/// A new key that cannot be read out of the browser.
pub async fn generate_key() -> Option<JsValue> {
    let (_, subtle) = web_crypto()?;
    let algorithm = AesKeyGenParams::new("AES-GCM", 256);
    let key = subtle.generate_key_with_object(&algorithm, EXTRACTABLE, &usages());
    JsFuture::from(key.ok()?).await.ok()
}

/// So many random bytes.
pub fn random(bytes: usize) -> Option<Vec<u8>> {
    let (crypto, _) = web_crypto()?;
    let mut random = vec![0; bytes];
    crypto.get_random_values_with_u8_array(&mut random).ok()?;
    Some(random)
}

/// The SHA-256 of some bytes, which is 32 bytes.
pub async fn sha256(bytes: &[u8]) -> Option<Vec<u8>> {
    let (_, subtle) = web_crypto()?;
    let bytes = Uint8Array::from(bytes);
    let hash = subtle.digest_with_str_and_buffer_source("SHA-256", &bytes);
    let hash = JsFuture::from(hash.ok()?).await.ok()?;
    Some(Uint8Array::new(&hash).to_vec())
}

const EXTRACTABLE: bool = false;

fn usages() -> Array {
    Array::of2(&"encrypt".into(), &"decrypt".into())
}

impl Cipher {
    pub fn new(key: CryptoKey) -> Option<Self> {
        let (crypto, subtle) = web_crypto()?;
        Some(Self {
            crypto,
            subtle,
            key,
        })
    }

    /// A cipher under a key of 32 bytes. From here on the browser has the key, and only the browser.
    pub async fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (_, subtle) = web_crypto()?;
        let raw = Uint8Array::from(bytes);
        let key = subtle.import_key_with_str("raw", &raw, "AES-GCM", EXTRACTABLE, &usages());
        let key = JsFuture::from(key.ok()?).await.ok();
        raw.fill(0, 0, raw.length());
        Self::new(key?.dyn_into().ok()?)
    }

    /// Encrypts `text`; it can be opened under the same `label` only.
    pub async fn seal(&self, label: &str, text: &str) -> Option<Sealed> {
        let iv = Uint8Array::new_with_length(12);
        self.crypto.get_random_values_with_js_u8_array(&iv).ok()?;
        let data = self.subtle.encrypt_with_object_and_js_u8_array(
            &parameters(&iv, label),
            &self.key,
            &Uint8Array::from(text.as_bytes()),
        );
        let data = JsFuture::from(data.ok()?).await.ok()?;
        Some(Sealed {
            iv: iv.into(),
            data,
        })
    }

    /// The text that was sealed under this label.
    pub async fn open(&self, label: &str, sealed: &Sealed) -> Option<String> {
        let iv = sealed.iv.dyn_ref::<Uint8Array>()?;
        let data = Uint8Array::new(sealed.data.dyn_ref::<ArrayBuffer>()?);
        let text = self.subtle.decrypt_with_object_and_js_u8_array(
            &parameters(iv, label),
            &self.key,
            &data,
        );
        let text = JsFuture::from(text.ok()?).await.ok()?;
        String::from_utf8(Uint8Array::new(&text).to_vec()).ok()
    }
}

fn parameters(iv: &Uint8Array, label: &str) -> Object {
    let parameters = AesGcmParams::new_with_u8_array("AES-GCM", iv);
    parameters.set_additional_data_u8_array(&Uint8Array::from(label.as_bytes()));
    parameters.into()
}

fn web_crypto() -> Option<(Crypto, SubtleCrypto)> {
    let crypto = Reflect::get(&js_sys::global(), &"crypto".into()).ok()?;
    let crypto: Crypto = crypto.dyn_into().ok()?;
    let subtle: JsValue = crypto.subtle().into();
    Some((crypto, subtle.dyn_into().ok()?))
}
