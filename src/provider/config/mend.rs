//! Which base URL was meant, where the one that was entered looks wrong.

use super::Endpoint;
use super::base_url::{fits, path};
use crate::chat::AddressMend;
use crate::provider::preset::{Dialect, PRESETS};

impl Endpoint {
    /// The base URL that an API of this kind usually has, where this one departs from it: the path that is known
    /// of its host; else one version, once, and no operation behind it. Whether this one is wrong, only a failed
    /// request tells.
    pub fn mended(&self) -> Option<AddressMend> {
        self.base_url.split_once("://")?;
        let (address, query) = match self.base_url.split_once('?') {
            Some((address, query)) => (address, format!("?{query}")),
            None => (&*self.base_url, String::new()),
        };
        let old = path(address);
        let known = PRESETS
            .iter()
            .filter(|row| !row.local)
            .find(|row| row.dialect == self.dialect && fits(row.base_url, &self.base_url));
        let new = match known {
            Some(row) => path(row.base_url).to_owned(),
            None => self.usual_path(old),
        };
        let host = &address[..address.len() - old.len()];
        (old != new).then(|| AddressMend {
            from: self.base_url.clone(),
            to: format!("{host}{new}{query}"),
        })
    }

    fn usual_path(&self, path: &str) -> String {
        let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        parts.dedup();
        let is_foreign = |part: &str| match self.dialect {
            Dialect::Ollama => matches!(part, "v1" | "api" | "chat" | "completions"),
            // Ollama's own API and OpenAI's stand beside each other.
            Dialect::OpenAiChat | Dialect::OpenAiResponses if self.base_url.contains(":11434/") => {
                matches!(part, "api" | "chat" | "completions")
            }
            Dialect::OpenAiChat
            | Dialect::OpenAiResponses
            | Dialect::Anthropic
            | Dialect::Gemini => matches!(part, "chat" | "completions" | "complete" | "embeddings"),
            // Not on the network.
            Dialect::OnDevice => false,
        };
        while parts.pop_if(|part| is_foreign(part)).is_some() {}
        let version = match self.dialect {
            Dialect::Ollama | Dialect::OnDevice => None,
            Dialect::OpenAiChat if self.quirks.deployments => None,
            Dialect::OpenAiChat | Dialect::OpenAiResponses | Dialect::Anthropic => Some("v1"),
            Dialect::Gemini => Some("v1beta"),
        };
        let has_one = parts.iter().any(|part| is_version(part));
        parts.extend(version.filter(|_| !has_one));
        parts.iter().map(|part| format!("/{part}")).collect()
    }
}

/// `v1`, `v4`, `v1beta`.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use crate::provider::{Credentials, Provider};

    fn mended(preset: &str, base_url: &str) -> Option<String> {
        let provider = Provider {
            id: "p".into(),
            name: "P".to_owned(),
            preset: preset.to_owned(),
            base_url: base_url.to_owned(),
            enabled: true,
            headers: vec![],
            body: serde_json::Map::new(),
        };
        let endpoint = provider.endpoint(Credentials::default());
        let mend = endpoint.mended()?;
        assert_eq!(mend.from, endpoint.base_url);
        let again = Provider {
            base_url: mend.to.clone(),
            ..provider
        };
        let again = again.endpoint(Credentials::default()).mended();
        assert_eq!(again, None, "one mend is enough for {base_url}");
        Some(mend.to)
    }

    #[test]
    fn a_version_that_is_missing_is_added() {
        for (preset, entered, meant) in [
            (
                "custom",
                "http://localhost:9000",
                "http://localhost:9000/v1",
            ),
            (
                "custom",
                "http://localhost:9000/",
                "http://localhost:9000/v1",
            ),
            (
                "custom",
                "https://ai.test/proxy",
                "https://ai.test/proxy/v1",
            ),
            (
                "custom",
                "https://ai.test/proxy/chat",
                "https://ai.test/proxy/v1",
            ),
            (
                "lm-studio",
                "http://10.0.0.2:1234",
                "http://10.0.0.2:1234/v1",
            ),
            (
                "ollama-v1",
                "http://localhost:11434",
                "http://localhost:11434/v1",
            ),
            (
                "custom",
                "http://localhost:11434/api",
                "http://localhost:11434/v1",
            ),
            ("openai", "https://gateway.test", "https://gateway.test/v1"),
            (
                "anthropic",
                "https://gateway.test",
                "https://gateway.test/v1",
            ),
            (
                "gemini",
                "https://gateway.test",
                "https://gateway.test/v1beta",
            ),
        ] {
            assert_eq!(mended(preset, entered).as_deref(), Some(meant), "{entered}");
        }
    }

    #[test]
    fn what_is_too_much_is_taken_away() {
        for (preset, entered, meant) in [
            (
                "custom",
                "http://localhost:9000/v1/v1",
                "http://localhost:9000/v1",
            ),
            ("custom", "https://ai.test/a/v1/v1/", "https://ai.test/a/v1"),
            ("custom", "https://ai.test/v1/chat", "https://ai.test/v1"),
            (
                "custom",
                "https://ai.test/v1/completions",
                "https://ai.test/v1",
            ),
            (
                "custom",
                "https://ai.test/v1/v1/chat/completions",
                "https://ai.test/v1",
            ),
            (
                "ollama",
                "http://localhost:11434/v1",
                "http://localhost:11434",
            ),
            (
                "ollama",
                "http://localhost:11434/api",
                "http://localhost:11434",
            ),
            (
                "ollama",
                "https://ai.test/ollama/api/",
                "https://ai.test/ollama",
            ),
        ] {
            assert_eq!(mended(preset, entered).as_deref(), Some(meant), "{entered}");
        }
    }

    #[test]
    fn the_path_of_a_known_host_is_known() {
        for (preset, entered, meant) in [
            (
                "openai-chat",
                "https://api.openai.com",
                "https://api.openai.com/v1",
            ),
            (
                "custom",
                "https://openrouter.ai/v1",
                "https://openrouter.ai/api/v1",
            ),
            (
                "custom",
                "https://api.groq.com/v1",
                "https://api.groq.com/openai/v1",
            ),
            ("zai", "https://api.z.ai/v1", "https://api.z.ai/api/paas/v4"),
            (
                "deepseek",
                "https://api.deepseek.com/v1/v1",
                "https://api.deepseek.com",
            ),
            (
                "azure",
                "https://me.openai.azure.com",
                "https://me.openai.azure.com/openai/v1",
            ),
            (
                "azure-deployments",
                "https://me.openai.azure.com/openai?api-version=2024-10-21",
                "https://me.openai.azure.com?api-version=2024-10-21",
            ),
            (
                "gemini",
                "https://generativelanguage.googleapis.com/v1beta/openai",
                "https://generativelanguage.googleapis.com/v1beta",
            ),
        ] {
            assert_eq!(mended(preset, entered).as_deref(), Some(meant), "{entered}");
        }
    }

    #[test]
    fn an_address_that_looks_right_stays() {
        for (preset, entered) in [
            ("custom", "http://localhost:9000/v1"),
            ("custom", "https://ai.test/v1beta/openai"),
            ("custom", "https://ai.test/api/v3"),
            ("custom", "https://ai.test/v1/chat/completions"),
            ("ollama", "http://localhost:11434"),
            ("ollama-v1", "http://localhost:11434/v1"),
            ("openai", "https://api.openai.com/v1"),
            ("azure", "https://me.openai.azure.com/openai/v1"),
            (
                "azure-deployments",
                "https://me.openai.azure.com?api-version=2024-10-21",
            ),
            ("deepseek", "https://api.deepseek.com"),
            ("demo", "demo:"),
        ] {
            assert_eq!(mended(preset, entered), None, "{entered}");
        }
    }
}
