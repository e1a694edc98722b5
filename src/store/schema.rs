//! The database's shape: one list of migrations, applied in order.
//!
//! A migration changes which tables and indexes there are. What a record looks like inside is the business
//! of [`super::records`], whose upgrades run when a record is read.

/// The database's name; one per origin.
pub const DATABASE: &str = "colloquy";

/// One record per conversation. Key `id`; index `updated` (milliseconds since the epoch).
pub const SESSIONS: &str = "sessions";
/// One record per turn, without its rounds. Key `id`; index `session`.
pub const TURNS: &str = "turns";
/// One record per model response. Key `[turn, index]`; index `session`.
pub const ROUNDS: &str = "rounds";
/// The unfinished answer of a turn. Key `turn`; index `session`.
pub const DRAFTS: &str = "drafts";
/// One record per setting. Key `key`; no index.
pub const SETTINGS: &str = "settings";
/// One encrypted secret per provider. Key `provider`; no index. Only the vault opens it: it is in neither
/// [`DATA`] nor reach of [`super::Store`].
pub const SECRETS: &str = "secrets";
/// The keys that the secrets are encrypted under. Key `id`; no index. Only the vault opens it.
pub const VAULT_KEYS: &str = "vault_keys";

/// The tables that hold a person's data and no secret, in the order of an export.
pub const DATA: [&str; 5] = [SESSIONS, TURNS, ROUNDS, DRAFTS, SETTINGS];

/// One step from a version of the database to the next.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// The version that stands when the steps are done. The list counts from 1 without gaps.
    pub version: u32,
    pub steps: &'static [Step],
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    CreateTable(Table),
    /// An index on a table that exists already. Rows written before lack the field and stay out of it until
    /// they are written again.
    CreateIndex {
        table: &'static str,
        index: &'static str,
    },
}

/// A table (IndexedDB calls it an object store). An index has the name of the field it is on.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub name: &'static str,
    /// The fields that make the key, in order.
    pub key: &'static [&'static str],
    pub indexes: &'static [&'static str],
}

/// Every change the database has gone through. Append only: what stands here has run on people's machines.
pub const MIGRATIONS: &[Migration] = &[Migration {
    version: 1,
    steps: &[
        create(SESSIONS, &["id"], &["updated"]),
        create(TURNS, &["id"], &["session"]),
        create(ROUNDS, &["turn", "index"], &["session"]),
        create(DRAFTS, &["turn"], &["session"]),
        create(SETTINGS, &["key"], &[]),
        create(SECRETS, &["provider"], &[]),
        create(VAULT_KEYS, &["id"], &[]),
    ],
}];

const fn create(
    name: &'static str,
    key: &'static [&'static str],
    indexes: &'static [&'static str],
) -> Step {
    Step::CreateTable(Table { name, key, indexes })
}

/// The version that a list of migrations leads to; 0 for an empty list.
pub fn latest(migrations: &[Migration]) -> u32 {
    migrations.last().map_or(0, |last| last.version)
}

/// The steps that lead from version `from` to the latest, in order.
pub fn steps_after(migrations: &[Migration], from: u32) -> impl Iterator<Item = &'static Step> {
    migrations
        .iter()
        .filter(move |migration| migration.version > from)
        .flat_map(|migration| migration.steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_count_from_one_without_gaps() {
        for (migration, expected) in MIGRATIONS.iter().zip(1..) {
            assert_eq!(migration.version, expected);
        }
        assert_eq!(latest(MIGRATIONS) as usize, MIGRATIONS.len());
        assert_eq!(steps_after(MIGRATIONS, latest(MIGRATIONS)).count(), 0);
    }

    #[test]
    fn no_secret_is_data() {
        assert!(!DATA.contains(&SECRETS) && !DATA.contains(&VAULT_KEYS));
    }
}
