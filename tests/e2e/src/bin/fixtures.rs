//! Serves the build and the provider of fixtures, for trying things by hand:
//! `cargo run -p e2e --bin fixtures`, then add a provider with one of the base URLs it prints.

use e2e::{Provider, Site, site};

#[tokio::main]
async fn main() {
    let site = Site::start_on(8080, &site::dist(), false).await;
    let provider = Provider::start_on(8090).await;
    println!("the page:           {}", site.url());
    println!("under a sub-path:   {}", site.sub_url());
    println!(
        "the model's name is the scenario:  {}/v1",
        provider.origin()
    );
    println!("one scenario:       {}", provider.base_url("ok"));
    println!(
        "a long answer:      {}/bench/mixed/100000/4/2000/v1",
        provider.origin()
    );
    println!("tests/e2e/src/scenario.rs lists the scenarios.");
    let _ = tokio::signal::ctrl_c().await;
}
