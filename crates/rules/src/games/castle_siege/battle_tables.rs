//! The tables of battle and siege, which a host can replace.
//!
//! The first row from the top whose condition holds applies. The original's tables are lost; the default tables are reconstructions.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::conditions::{MOST, When, shown};
use super::unit_stats::{Stat, Stats};

/// The names in the rows of a kind of table.
#[derive(Debug, PartialEq, Eq)]
pub struct Columns {
    /// The key in the ruleset.
    pub key: &'static str,
    /// The names of figures in conditions.
    pub names: &'static [&'static str],
    /// The names of figures as shown.
    words: &'static [&'static str],
    /// The groups of units that a row can change.
    pub groups: &'static [&'static str],
}

/// The columns of the battle table.
pub static BATTLE: Columns = Columns {
    key: "battle_table",
    names: &["AU.ATK", "AU.DEF", "AU.HP", "AU.EXH", "EU.ATK", "EU.DEF", "EU.HP", "EU.EXH"],
    words: &["own ATK", "own DEF", "own HP", "own EXH", "enemy ATK", "enemy DEF", "enemy HP", "enemy EXH"],
    groups: &["AU"],
};

/// The columns of the siege table.
pub static SIEGE: Columns = Columns {
    key: "siege_table",
    names: &["SA", "SD", "NA", "ND"],
    words: &["attack", "defence", "number of attackers", "number of defenders"],
    groups: &["attackers", "defenders", "top_attacker", "top_defender"],
};

/// A row: a condition and its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The condition.
    pub when: When,
    /// The changes for each group of the columns.
    pub changes: Vec<Stats>,
}

/// A battle or siege table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleTable {
    columns: &'static Columns,
    rows: Vec<Row>,
}

impl BattleTable {
    /// Parses a table of a ruleset.
    ///
    /// # Errors
    /// A sentence without a full stop that names the faulty row.
    pub fn read(columns: &'static Columns, value: &Value) -> Result<Self, String> {
        let key = columns.key;
        let Some(rows) = value.as_array() else {
            return Err(format!("`{key}` is a list of rows"));
        };
        if rows.is_empty() {
            return Err(format!("`{key}` has no row 1; give it one, or leave `{key}` out for the reconstruction"));
        }
        let numbered = (1..).zip(rows);
        let rows = numbered.map(|(number, row): (u32, _)| {
            read_row(columns, row).map_err(|why| format!("in row {number} of `{key}`, {why}"))
        });
        Ok(Self { columns, rows: rows.collect::<Result<_, _>>()? })
    }

    /// The reconstructed battle table.
    #[must_use]
    pub fn battle() -> Self {
        Self::ours(
            &BATTLE,
            &json!([
                { "when": "EU.ATK > AU.ATK + AU.DEF", "AU": { "HP": -1, "EXH": 2 } },
                { "when": "EU.ATK > AU.ATK", "AU": { "EXH": 2 } },
                { "when": "EU.ATK = AU.ATK", "AU": { "EXH": 1 } },
                { "when": "EU.ATK < AU.ATK" },
            ]),
        )
    }

    /// The reconstructed siege table.
    #[must_use]
    pub fn siege() -> Self {
        Self::ours(
            &SIEGE,
            &json!([
                { "when": "SA >= 2*SD", "defenders": { "EXH": 2 }, "top_defender": { "DEF": -1 } },
                { "when": "SA > SD", "defenders": { "EXH": 1 }, "top_defender": { "DEF": -1 } },
                { "when": "SA = SD", "attackers": { "EXH": 1 }, "defenders": { "EXH": 1 } },
                { "when": "SA < SD", "attackers": { "EXH": 1 }, "top_defender": { "EXH": 1 } },
            ]),
        )
    }

    fn ours(columns: &'static Columns, value: &Value) -> Self {
        Self::read(columns, value).expect("our own rows keep to the notation")
    }

    /// Whether the table is our reconstruction.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        *self == if self.columns.key == BATTLE.key { Self::battle() } else { Self::siege() }
    }

    /// The rows from the top.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The first row that applies to these figures, and its index from 0.
    pub fn first(&self, figure: impl Fn(&str) -> i64) -> Option<(usize, &Row)> {
        self.rows.iter().enumerate().find(|(_, row)| row.when.holds(&figure))
    }

    /// A row's condition in words: `Attack at least 2 × defence`.
    #[must_use]
    pub fn condition(&self, row: &Row) -> String {
        let Columns { names, words, .. } = self.columns;
        let say = |name| names.iter().position(|each| *each == name).map_or(name, |at| words[at]);
        let mut said = row.when.words(say);
        said[..1].make_ascii_uppercase();
        said
    }

    /// A row's changes in words: `defenders EXH +2; top defender DEF −1`.
    #[must_use]
    pub fn effect(&self, row: &Row) -> String {
        let groups = self.columns.groups.iter().zip(&row.changes).filter_map(|(group, changes)| {
            let whose = match *group {
                "AU" => String::new(),
                "attackers" | "defenders" => format!("each of the {group}: "),
                top => format!("{}: ", top.replace('_', " ")),
            };
            Some(whose + &change_words(*changes, Stat::name)?)
        });
        let groups: Vec<_> = groups.collect();
        if groups.is_empty() { "no effect".to_owned() } else { groups.join("; ") }
    }
}

/// Changes in words: `HP −1, EXH +2`, with the given names; `None` if nothing changes.
pub(super) fn change_words(changes: Stats, name: fn(Stat) -> &'static str) -> Option<String> {
    let words = Stat::ALL.into_iter().filter_map(|stat| match changes[stat] {
        0 => None,
        more @ 1.. => Some(format!("{} +{more}", name(stat))),
        less => Some(format!("{} −{}", name(stat), less.unsigned_abs())),
    });
    let words: Vec<_> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn read_row(columns: &'static Columns, row: &Value) -> Result<Row, String> {
    let Some(row) = row.as_object() else {
        return Err("there is no object such as `{\"when\":\"always\"}`".to_owned());
    };
    let when = match row.get("when") {
        Some(Value::String(text)) => When::read(text, columns.names)?,
        Some(_) => return Err("`when` is text such as `always`".to_owned()),
        None => return Err("`when` is missing".to_owned()),
    };
    if let Some(unknown) = row.keys().find(|key| *key != "when" && !columns.groups.contains(&key.as_str())) {
        return Err(format!("there is no group `{}`; use {}", shown(unknown), columns.groups.join(", ")));
    }
    let changes = columns.groups.iter().map(|group| match row.get(*group) {
        None => Ok(Stats::default()),
        Some(changes) => read_changes(group, changes),
    });
    Ok(Row { when, changes: changes.collect::<Result<_, _>>()? })
}

fn read_changes(group: &str, changes: &Value) -> Result<Stats, String> {
    let Some(object) = changes.as_object() else {
        return Err(format!("`{group}` is an object of changes such as `{{\"EXH\":1}}`"));
    };
    let mut stats = Stats::default();
    for (name, change) in object {
        let Some(stat) = Stat::ALL.into_iter().find(|stat| stat.name() == name) else {
            return Err(format!("`{group}` has no statistic `{}`; use ATK, DEF, HP and EXH", shown(name)));
        };
        stats[stat] = change
            .as_i64()
            .filter(|change| (-MOST..=MOST).contains(change))
            .ok_or_else(|| format!("`{group}` changes {name} by a whole number from -{MOST} to {MOST}"))?;
    }
    Ok(stats)
}

impl Serialize for BattleTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.rows.iter().map(|row| {
            let mut object = Map::new();
            object.insert("when".to_owned(), row.when.to_string().into());
            for (group, changes) in self.columns.groups.iter().zip(&row.changes) {
                let changed = Stat::ALL.into_iter().filter(|&stat| changes[stat] != 0);
                let changes: Map<_, _> = changed.map(|stat| (stat.name().to_owned(), json!(changes[stat]))).collect();
                if !changes.is_empty() {
                    object.insert((*group).to_owned(), changes.into());
                }
            }
            Value::Object(object)
        });
        serializer.collect_seq(rows)
    }
}

/// Parses a battle table.
pub(super) fn read_battle<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BattleTable, D::Error> {
    BattleTable::read(&BATTLE, &Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Parses a siege table.
pub(super) fn read_siege<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BattleTable, D::Error> {
    BattleTable::read(&SIEGE, &Value::deserialize(deserializer)?).map_err(D::Error::custom)
}
