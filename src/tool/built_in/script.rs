//! The row of the tool that runs JavaScript.

use super::{BuiltIn, spec};
use crate::tool::{Permission, Reach, Rule, Runner, Tool, script};
use serde_json::json;

pub fn run_javascript() -> Tool {
    Tool {
        spec: spec(
            "run_javascript",
            "Runs JavaScript in a sandbox and returns its result, its console and its images. Use it to calculate, to \
             work on data, to draw and to try code out. The code is an expression, or the body of an async function \
             that answers with return. There is no network, no page and no storage, and nothing is kept between two \
             runs. display(image) and the result show OffscreenCanvas, ImageData, ImageBitmap and Blob.",
            json!({ "code": { "type": "string" } }),
            &["code"],
        ),
        title: "Run JavaScript".to_owned(),
        rule: Rule {
            // The code reaches nothing of the person's and no network: it has an origin of its own, a policy that
            // forbids every address, and an end after the time limit. There is nothing that could be asked about.
            permission: Permission::Always,
            // Each run has a frame of its own, so one cannot disturb another.
            parallel: true,
            timeout: Some(script::DEFAULT_TIMEOUT + script::GRACE),
            ..Rule::default()
        },
        reach: Reach::Nothing,
        runner: Runner::BuiltIn(BuiltIn::RunJavascript),
    }
}
