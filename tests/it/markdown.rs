//! Markdown: what streams in is what a whole render gives, and nothing of it is dangerous.

mod dom;
mod equality;
mod safety;
mod work;
