//! Tools: added with the tool loop.
