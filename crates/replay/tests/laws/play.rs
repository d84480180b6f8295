//! Random matches, as records with everything that a dealer writes into them.

use rand::{Rng, RngExt};
use serde_json::{Map, Value, json};

use deathmatch_rules::game::{BySeat, Game, Seat, Secrecy, Seed, Viewer, Wants, random_legal_order};
use deathmatch_rules::table::{Act, Awaited, Entry, Header, HostAct, Nonce, Player, Table, What, commitment};

/// The habits of the players and the host.
#[derive(Clone, Copy, Debug, Default)]
pub struct Habits {
    /// The percentage of missing answers.
    pub missing: u32,
    /// The percentage of answers before which a host acts.
    pub hosting: u32,
    /// The number of steps after which a host ends the match, and the way.
    pub ended: Option<(u32, Ending)>,
}

/// The way in which a host ends a match.
#[allow(dead_code, reason = "not everything that plays ends matches early")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Void,
    Forfeit,
    Award,
}

/// A record, with its texts.
pub struct Record {
    pub header: Header,
    pub entries: Vec<Entry>,
}

impl Record {
    pub fn text(&self) -> String {
        let lines = self.entries.iter().map(Entry::write);
        std::iter::once(self.header.write()).chain(lines).collect::<Vec<_>>().join("\n") + "\n"
    }
}

/// Plays a match to its end.
pub fn play(game: &'static dyn Game, preset: &str, names: [&str; 2], seed: u64, habits: Habits) -> Record {
    let mut header = Header::new(game.id());
    header.preset = Some(preset.to_owned());
    header.seed = Seed::new(seed.to_string());
    header.seats = BySeat { ec: Player::new(names[0]), dmo: Player::new(names[1]) };
    let generator = Seed::new(format!("{} {preset} {seed}", game.id())).generator("replay");
    let table = Table::open(header.clone()).expect("a preset can be played");
    let mut playing = Playing { table, entries: Vec::new(), generator, nonces: BySeat::default() };
    while playing.table.outcome().is_none() {
        playing.step(habits);
    }
    Record { header, entries: playing.entries }
}

struct Playing<R> {
    table: Table,
    entries: Vec<Entry>,
    generator: R,
    /// The nonces of the sealed orders.
    nonces: BySeat<Option<Nonce>>,
}

impl<R: Rng> Playing<R> {
    fn step(&mut self, habits: Habits) {
        if let Some((_, ending)) = habits.ended.filter(|(step, _)| self.table.step() >= *step) {
            let seat = if self.generator.random_ratio(1, 2) { Seat::Ec } else { Seat::Dmo };
            return self.host(match ending {
                Ending::Void => HostAct::Void,
                Ending::Forfeit => HostAct::Forfeit(seat),
                Ending::Award => HostAct::Award(seat),
            });
        }
        if self.generator.random_ratio(habits.hosting, 100) {
            return self.interfere();
        }
        let asked = self.table.awaiting();
        let waits = asked.iter().filter_map(|(seat, asked)| {
            asked.as_ref().filter(|asked| !asked.submitted).map(|asked| (seat, asked.wants))
        });
        let open: Vec<_> = waits.filter(|(_, wants)| *wants != Wants::Nothing).collect();
        let missing = self.generator.random_ratio(habits.missing, 100);
        let turn = self.generator.random_range(0..open.len().max(1));
        match open.get(turn).filter(|_| !missing) {
            Some(&(seat, Wants::Ready)) => self.enter(Act::Ready { seat }),
            Some(&(seat, _)) => {
                let sight = self.table.sight(Viewer::Seat(seat));
                let order =
                    random_legal_order(&*sight, &mut self.generator).expect("a seat that is asked has an order");
                self.enter(Act::Order { seat, text: order.text().to_owned() });
            }
            None => {
                let due = self.table.next_deadline().expect("a running match has a deadline");
                self.put(Entry::new(due.max(self.table.now()), Act::Time));
            }
        }
    }

    fn interfere(&mut self) {
        match self.generator.random_range(0..6) {
            0 => {
                self.host(HostAct::Pause);
                self.host(HostAct::Resume);
            }
            1 => self.host(HostAct::Extend(30)),
            2 => self.host(HostAct::Credit(37_250)),
            3 => {
                let name = format!("Substitute {}", self.generator.random_range(0..100));
                self.host(HostAct::Substitute { seat: Seat::Ec, name });
            }
            _ if self.table.step() > 1 => self.host(HostAct::Undo),
            _ => {}
        }
    }

    fn host(&mut self, act: HostAct) {
        self.enter(Act::Host(act));
    }

    /// Enters an act some time later, before the step's deadline.
    fn enter(&mut self, act: Act) {
        let now = self.table.now();
        let most = self.table.next_deadline().map_or(5_000, |due| due.saturating_sub(now + 1).min(20_000));
        let later = self.generator.random_range(0..=most);
        self.put(Entry::new(now + later, act));
    }

    /// Enters an entry, with the meta that a dealer adds.
    fn put(&mut self, mut entry: Entry) {
        let asked = self.table.awaiting();
        let answer = self.table.enter(&entry);
        assert_eq!(answer.error, None, "{entry:?}");
        let mut meta = Map::new();
        let mut sealed = asked.as_ref().map(|asked| asked.as_ref().and_then(|asked| asked.order.clone()));
        for happened in &answer.happened {
            match &happened.what {
                What::Sealed { seat, order, .. } => {
                    let nonce = self.nonce();
                    meta.insert("nonce".to_owned(), nonce.to_string().into());
                    self.nonces[*seat] = Some(nonce);
                    sealed[*seat] = Some(order.clone());
                }
                What::Resolved { step, .. } if !meta.contains_key("receipts") => {
                    let mut receipts = Map::from_iter([("step".to_owned(), Value::from(*step))]);
                    for (seat, asked) in asked.iter() {
                        let secret = |asked: &Awaited| asked.wants == Wants::Order && asked.secrecy == Secrecy::Private;
                        if asked.as_ref().is_some_and(secret) {
                            let nonce = self.nonces[seat].take().unwrap_or_else(|| self.nonce());
                            let order = sealed[seat].clone().unwrap_or_default();
                            let receipt =
                                json!({ "nonce": nonce.to_string(), "commitment": commitment(&nonce, &order) });
                            receipts.insert(seat.id().to_owned(), receipt);
                        }
                    }
                    if receipts.len() > 1 {
                        meta.insert("receipts".to_owned(), receipts.into());
                    }
                }
                What::Asked { .. } => self.nonces = BySeat::default(),
                _ => {}
            }
        }
        if !meta.is_empty() {
            entry.meta = Some(meta.into());
        }
        self.entries.push(entry);
    }

    fn nonce(&mut self) -> Nonce {
        Nonce::new(std::array::from_fn(|_| self.generator.random()))
    }
}
