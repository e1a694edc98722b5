//! From TextMate scopes to the page's classes.

use std::cmp::Reverse;
use std::collections::HashMap;

use colloquy::markdown::highlight::Class;
use syntect::parsing::Scope;

/// Tells the class of a piece of code from the scopes it stands in.
pub struct Classifier {
    rules: Vec<(Scope, Verdict)>,
    known: HashMap<Scope, Verdict>,
    /// What a key stands in that is a string like any other.
    key: Vec<Scope>,
}

#[derive(Clone, Copy)]
enum Verdict {
    Class(Class),
    /// Plain text, whatever stands around it.
    Plain,
    /// Says nothing: the scope around it decides.
    Through,
}

impl Classifier {
    pub fn new() -> Self {
        let mut rules: Vec<(Scope, Verdict)> = RULES
            .iter()
            .filter_map(|(prefix, verdict)| Some((Scope::new(prefix).ok()?, *verdict)))
            .collect();
        // The longest prefix wins.
        rules.sort_by_key(|(prefix, _)| Reverse(prefix.len()));
        let key = ["meta.mapping.key", "meta.tag.key"];
        let key = key
            .iter()
            .filter_map(|scope| Scope::new(scope).ok())
            .collect();
        Self {
            rules,
            known: HashMap::new(),
            key,
        }
    }

    /// `scopes` runs from the outermost to the innermost.
    pub fn classify(&mut self, scopes: &[Scope]) -> Option<Class> {
        for (depth, scope) in scopes.iter().enumerate().rev() {
            match self.verdict(*scope) {
                Verdict::Class(Class::String) if self.is_key(&scopes[..depth]) => {
                    return Some(Class::Attribute);
                }
                Verdict::Class(class) => return Some(class),
                Verdict::Plain => return None,
                Verdict::Through => {}
            }
        }
        None
    }

    fn is_key(&self, around: &[Scope]) -> bool {
        around
            .last()
            .is_some_and(|scope| self.key.iter().any(|key| key.is_prefix_of(*scope)))
    }

    fn verdict(&mut self, scope: Scope) -> Verdict {
        let rules = &self.rules;
        *self.known.entry(scope).or_insert_with(|| {
            rules
                .iter()
                .find(|(prefix, _)| prefix.is_prefix_of(scope))
                .map_or(Verdict::Through, |(_, verdict)| *verdict)
        })
    }
}

const fn class(class: Class) -> Verdict {
    Verdict::Class(class)
}

/// Plain brackets, commas and names would be half of all elements on the page and look like plain text
/// anyway, so they get no class.
const RULES: &[(&str, Verdict)] = &[
    ("comment", class(Class::Comment)),
    ("constant", class(Class::Constant)),
    ("constant.numeric", class(Class::Number)),
    // In SQL: the `a` and `b` of `a.b`.
    ("constant.other.database-name", Verdict::Plain),
    ("constant.other.table-name", Verdict::Plain),
    ("entity.name", class(Class::Type)),
    ("entity.name.constant", class(Class::Constant)),
    ("entity.name.function", class(Class::Function)),
    ("entity.name.label", class(Class::Constant)),
    ("entity.name.section", class(Class::Heading)),
    ("entity.name.tag", class(Class::Tag)),
    ("entity.name.tag.toml", class(Class::Attribute)),
    ("entity.name.tag.yaml", class(Class::Attribute)),
    ("entity.other.attribute-name", class(Class::Attribute)),
    ("entity.other.inherited-class", class(Class::Type)),
    ("entity.section", class(Class::Heading)),
    ("entity.type.function", class(Class::Function)),
    ("keyword", class(Class::Keyword)),
    ("keyword.name.ini", class(Class::Attribute)),
    ("keyword.operator", class(Class::Operator)),
    ("keyword.other.interpolation", class(Class::Punctuation)),
    ("keyword.other.unit", class(Class::Number)),
    ("markup.deleted", class(Class::Deleted)),
    ("markup.heading", class(Class::Heading)),
    ("markup.inserted", class(Class::Inserted)),
    ("markup.list.numbered.bullet", class(Class::Operator)),
    ("markup.quote", class(Class::Comment)),
    ("markup.raw", class(Class::String)),
    ("markup.underline.link", class(Class::String)),
    ("meta.annotation", class(Class::Attribute)),
    ("meta.annotation.arguments", Verdict::Plain),
    ("meta.annotation.parameters", Verdict::Plain),
    ("meta.annotation.parameters.rust", class(Class::Attribute)),
    ("meta.diff", class(Class::Heading)),
    ("meta.group.expansion.arithmetic", Verdict::Plain),
    ("meta.group.expansion.command", Verdict::Plain),
    ("meta.interpolation", Verdict::Plain),
    ("meta.template.expression", Verdict::Plain),
    ("punctuation.definition.list_item", class(Class::Operator)),
    ("punctuation.definition.tag", class(Class::Punctuation)),
    ("punctuation.definition.variable", class(Class::Variable)),
    ("punctuation.section.embedded", class(Class::Punctuation)),
    ("source", Verdict::Plain),
    ("storage", class(Class::Keyword)),
    // The suffixes and prefixes of literals: `1u8`, `2L`, `f"…"`.
    ("storage.type.numeric", class(Class::Number)),
    ("storage.type.string", class(Class::String)),
    ("string", class(Class::String)),
    ("support", class(Class::Type)),
    ("support.constant", class(Class::Constant)),
    ("support.function", class(Class::Function)),
    ("support.function.test", class(Class::Operator)),
    ("support.macro", class(Class::Function)),
    ("support.punctuation", class(Class::Punctuation)),
    ("support.type.custom-property", class(Class::Attribute)),
    ("support.type.property-name", class(Class::Attribute)),
    ("text", Verdict::Plain),
    ("text.html.javadoc", class(Class::Comment)),
    ("variable.annotation", class(Class::Attribute)),
    ("variable.declaration.sass", class(Class::Variable)),
    ("variable.function", class(Class::Function)),
    ("variable.language", class(Class::Keyword)),
    ("variable.language.star", class(Class::Operator)),
    ("variable.other.php", class(Class::Variable)),
    ("variable.other.readwrite.global", class(Class::Variable)),
    ("variable.other.readwrite.instance", class(Class::Variable)),
    ("variable.other.readwrite.shell", class(Class::Variable)),
    (
        "variable.other.readwrite.terraform",
        class(Class::Attribute),
    ),
    ("variable.other.sass", class(Class::Variable)),
    ("variable.parameter", class(Class::Variable)),
];
