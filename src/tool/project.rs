//! The files of a session's project: text by path, held in memory.
//!
//! A path is relative to the project and cannot leave it, because a file is found by its whole path and nothing else.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Largest file, in bytes of UTF-8.
pub const LARGEST_FILE: usize = 1024 * 1024;
/// All files together, in bytes.
pub const LARGEST_PROJECT: usize = 16 * 1024 * 1024;
pub const MOST_FILES: usize = 2_000;
/// Longest path, in bytes.
const LONGEST_PATH: usize = 400;

#[derive(Clone, Debug, Default)]
pub struct Project {
    files: BTreeMap<String, String>,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    pub text: String,
    /// The first and the last line in it, counted from 1; (0, 0) if there is none.
    pub range: (usize, usize),
    /// Lines of the whole file.
    pub total: usize,
}

/// What to look for in files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Query {
    pub pattern: String,
    /// The pattern is a regular expression, not text.
    pub regex: bool,
    pub ignore_case: bool,
    /// Lines wanted.
    pub most: usize,
    /// A longer line is cut, in bytes.
    pub longest_line: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    pub matches: Vec<Match>,
    /// Matching lines, also those that are not among `matches`.
    pub total: usize,
}

/// A line that matches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Match {
    pub path: String,
    /// Counted from 1.
    pub line: usize,
    pub text: String,
}

impl Project {
    /// The paths and sizes in bytes of the files in a folder and below it; the empty folder is the whole project.
    ///
    /// # Errors
    /// When the folder's name is none.
    pub fn list(&self, folder: &str) -> Result<Vec<(&str, usize)>, String> {
        let files = self.under(folder)?;
        Ok(files.map(|(path, text)| (path, text.len())).collect())
    }

    /// The files in a folder and below it.
    ///
    /// # Errors
    /// When the folder's name is none.
    pub fn under(&self, folder: &str) -> Result<impl Iterator<Item = (&str, &str)>, String> {
        let folder = match folder.trim_matches('/') {
            "" | "." => String::new(),
            folder => normalise(folder)? + "/",
        };
        let files = self.files.iter();
        Ok(files
            .filter(move |(path, _)| path.starts_with(&folder))
            .map(|(path, text)| (path.as_str(), text.as_str())))
    }

    /// # Errors
    /// When there is no such file.
    pub fn read(&self, path: &str) -> Result<&str, String> {
        let path = normalise(path)?;
        self.files.get(&path).map(String::as_str).ok_or_else(|| {
            let known: Vec<_> = self.files.keys().take(20).map(String::as_str).collect();
            match known.is_empty() {
                true => format!("There is no file {path:?}. The project has no files."),
                false => format!(
                    "There is no file {path:?}. There are: {}.",
                    known.join(", ")
                ),
            }
        })
    }

    /// At most `limit` lines from line `first` on, counted from 1.
    ///
    /// # Errors
    /// When there is no such file, or it has fewer lines.
    pub fn lines(&self, path: &str, first: usize, limit: usize) -> Result<Lines, String> {
        let text = self.read(path)?;
        let all: Vec<&str> = text.split_inclusive('\n').collect();
        let total = all.len();
        let first = first.max(1);
        if first > total.max(1) {
            return Err(format!(
                "The file has {total} lines; there is no line {first}."
            ));
        }
        let end = (first - 1).saturating_add(limit).min(total);
        let text = all[first - 1..end].concat();
        let range = if total == 0 { (0, 0) } else { (first, end) };
        Ok(Lines { text, range, total })
    }

    /// Creates a file or replaces all of it. True if it is new.
    ///
    /// # Errors
    /// When the path is none, the text is too large or no text, or the project is full.
    pub fn write(&mut self, path: &str, text: &str) -> Result<bool, String> {
        let path = normalise(path)?;
        if text.contains('\0') {
            return Err("The content is binary; a project holds text only.".to_owned());
        }
        if text.len() > LARGEST_FILE {
            return Err(format!(
                "The content has {} bytes; a file may have {LARGEST_FILE}.",
                text.len()
            ));
        }
        let is_inside = |inner: &str, outer: &str| {
            inner
                .strip_prefix(outer)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        if let Some(other) = self
            .files
            .keys()
            .find(|other| is_inside(other, &path) || is_inside(&path, other))
        {
            return Err(format!(
                "{path:?} cannot be a file: there is a file {other:?}."
            ));
        }
        let before = self.files.get(&path).map(String::len);
        if before.is_none() && self.files.len() >= MOST_FILES {
            return Err(format!("The project has {MOST_FILES} files already."));
        }
        let others: usize =
            self.files.values().map(String::len).sum::<usize>() - before.unwrap_or(0);
        if others + text.len() > LARGEST_PROJECT {
            return Err(format!(
                "The project would have more than {LARGEST_PROJECT} bytes."
            ));
        }
        self.files.insert(path, text.to_owned());
        Ok(before.is_none())
    }

    /// Replaces a text that stands in the file exactly once.
    ///
    /// # Errors
    /// When it stands there never or more often, and for the reasons that [`Project::write`] has.
    pub fn edit(&mut self, path: &str, old: &str, new: &str) -> Result<(), String> {
        let text = self.read(path)?;
        if old.is_empty() {
            return Err("The old text is empty. Give the exact text to be replaced.".to_owned());
        }
        match text.matches(old).count() {
            1 => {}
            0 => return Err("The old text is not in the file. It must match exactly, with its spaces and line ends.".to_owned()),
            count => return Err(format!("The old text stands in the file {count} times. Give more of what is around it, so that it is unique.")),
        }
        let edited = text.replacen(old, new, 1);
        self.write(path, &edited).map(|_| ())
    }
}

/// A path in the one form in which files are found. A leading slash means the project's root.
///
/// # Errors
/// Says what is wrong with it.
pub fn normalise(path: &str) -> Result<String, String> {
    let wrong = |why: &str| Err(format!("{path:?} is no path in the project: {why}."));
    if path.len() > LONGEST_PATH {
        return Err(format!("The path is longer than {LONGEST_PATH} bytes."));
    }
    let inside = path.strip_prefix('/').unwrap_or(path);
    let mut parts = Vec::new();
    for part in inside.split('/') {
        match part {
            "." => {}
            "" => return wrong("a part of it is empty"),
            ".." => return wrong("it may not contain \"..\""),
            part if part.contains('\\') => return wrong("parts are separated by \"/\""),
            part if part.contains(char::is_control) => return wrong("it has control characters"),
            part if part.trim() != part => {
                return wrong("a part of it begins or ends with a space");
            }
            part => parts.push(part),
        }
    }
    match parts.is_empty() {
        true => wrong("it names no file"),
        false => Ok(parts.join("/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[(&str, &str)]) -> Project {
        let mut project = Project::default();
        for (path, text) in files {
            project.write(path, text).unwrap();
        }
        project
    }

    #[test]
    fn a_path_has_one_form_and_stays_inside() {
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(normalise(path).ok().as_deref(), expected, "{path:?}");
        };
        check("a/b.txt", Some("a/b.txt"));
        check("./a/./b.txt", Some("a/b.txt"));
        check("/a/b.txt", Some("a/b.txt"));
        check("...", Some("..."));
        check("Grüße.md", Some("Grüße.md"));
        for wrong in [
            "", "/", ".", "..", "../a", "a/../b", "a//b", "//a", "a/", "a\\b", "a\n", " a", "a /b",
            "a\0",
        ] {
            check(wrong, None);
        }
        check(&"a".repeat(401), None);
    }

    #[test]
    fn a_file_is_found_under_every_spelling_of_its_path() {
        let mut project = project(&[("src/a.rs", "one")]);
        assert_eq!(project.read("/src/./a.rs").unwrap(), "one");
        assert_eq!(project.write("./src/a.rs", "two"), Ok(false));
        assert_eq!(project.write("src/b.rs", ""), Ok(true));
        assert_eq!(
            project.list("").unwrap(),
            [("src/a.rs", 3), ("src/b.rs", 0)]
        );
        let told = project.read("src/c.rs").unwrap_err();
        assert!(told.contains("src/a.rs"), "{told}");
    }

    #[test]
    fn a_folder_is_not_a_prefix_of_a_name() {
        let mut project = project(&[("src/a", ""), ("src2/b", "")]);
        for folder in ["src", "/src/", "./src"] {
            assert_eq!(project.list(folder).unwrap(), [("src/a", 0)], "{folder}");
        }
        assert_eq!(project.list(".").unwrap().len(), 2);
        assert!(project.list("..").is_err());
        assert!(project.write("src", "").is_err());
        assert!(project.write("src/a/b", "").is_err());
        assert!(project.write("src/ab", "").is_ok());
    }

    #[test]
    fn lines_are_read_in_parts() {
        let project = project(&[("a", "1\n2\r\n3"), ("empty", "")]);
        let check = |first, limit, text: &str, range| {
            let lines = project.lines("a", first, limit).unwrap();
            assert_eq!(
                (lines.text.as_str(), lines.range, lines.total),
                (text, range, 3)
            );
        };
        check(1, 2, "1\n2\r\n", (1, 2));
        check(3, 100, "3", (3, 3));
        check(0, usize::MAX, "1\n2\r\n3", (1, 3));
        assert!(project.lines("a", 4, 1).is_err());
        let empty = project.lines("empty", 1, 10).unwrap();
        assert_eq!((empty.range, empty.total), ((0, 0), 0));
    }

    #[test]
    fn an_edit_needs_one_place() {
        let mut project = project(&[("a", "x = 1\ny = 1\n")]);
        assert_eq!(project.edit("a", "x = 1", "x = 2"), Ok(()));
        assert_eq!(project.read("a").unwrap(), "x = 2\ny = 1\n");
        assert!(project.edit("a", "= ", "").unwrap_err().contains("2 times"));
        assert!(
            project
                .edit("a", "z", "")
                .unwrap_err()
                .contains("not in the file")
        );
        assert!(project.edit("a", "", "x").is_err());
        assert!(project.edit("b", "x", "y").is_err());
        assert_eq!(project.read("a").unwrap(), "x = 2\ny = 1\n");
    }

    #[test]
    fn what_is_too_large_or_binary_changes_nothing() {
        let mut project = project(&[("a", "kept")]);
        assert!(project.write("a", "\0").is_err());
        assert!(project.write("a", &"x".repeat(LARGEST_FILE + 1)).is_err());
        assert_eq!(project.read("a").unwrap(), "kept");
        let whole = "x".repeat(LARGEST_FILE);
        let full = (0..20).find(|number| project.write(&format!("f{number}"), &whole).is_err());
        assert_eq!(full, Some(15));
        // What is there already may be replaced.
        assert_eq!(project.write("f0", &whole), Ok(false));
    }

    #[test]
    fn files_are_counted() {
        let mut project = Project::default();
        for number in 0..MOST_FILES {
            project.write(&number.to_string(), "").unwrap();
        }
        assert!(project.write("more", "").is_err());
        assert_eq!(project.write("0", "x"), Ok(false));
    }
}
