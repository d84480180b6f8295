//! What follows from an entry: the messages, and what changes in the match's row.
//!
//! One public message at most for each entry. It is made from the public view and what is told to the public alone, so it cannot say
//! who has answered, or that an answer was missing; a seat hears that in its own prompt, or in words to itself.

use std::time::Duration;

use serde_json::Value;

use crate::game::{BySeat, Choice, Frame, Observation, Picture, Scene, Seat, Secrecy, Viewer, Wants};
use crate::store::{Change, Lane, MatchRow, NewParcel, Stage, Status, UnixMs, UserId};
use crate::table::{Act, HostAct, What};

use super::deeds::{self, deed};
use super::fill::filled;
use super::live::{Live, Taken, words, words_but};
use super::notice::{Card, CardState, Controls, Ended, Notice, Private, Prompt, Public, Turn};
use super::panel::{Panel, Want};

/// How many choices one menu holds.
const MENU: usize = 25;

/// What everyone is told after a time in which presses did not reach the service, and words typed to it did.
pub const PRESSES_LOST: &str = "I was cut off for a moment, and what was pressed then did not reach me: press it again. What was typed \
                                to me I have read.";

/// Changes and messages that belong into one commit.
#[derive(Default)]
pub struct Follows {
    pub change: Change,
    pub parcels: Vec<NewParcel>,
    pub clear_drafts: Vec<Seat>,
}

/// What there is to say.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Default)]
struct Saying {
    lines: Vec<String>,
    /// What each seat is told beyond that.
    own: BySeat<Vec<String>>,
    commitments: BySeat<Option<String>>,
    /// What each seat is told of a step that has resolved, or of the end: the end first.
    result: BySeat<Vec<String>>,
    /// The seat that somebody has just taken.
    newcomer: Option<Seat>,
    /// Whether the board is shown.
    board: bool,
    /// Whether a step was played out.
    resolved: bool,
    /// Whether a question is asked, so that it is to be shown and its players are to be notified.
    asks: bool,
    /// Whether there is anything to say to everyone.
    public: bool,
}

/// What follows from the beginning of a match.
pub fn opening(live: &Live, row: &MatchRow, closed: BySeat<bool>) -> Follows {
    let names = live.table.names();
    let tell = |viewer| -> Vec<String> {
        live.table.opening().iter().flat_map(|each| words(&each.told(viewer, &names))).collect()
    };
    let own = BySeat::from_fn(|seat| beyond(tell(Viewer::Seat(seat)), &tell(Viewer::Public)));
    let opening = live.table.opening();
    let lines = opening.iter().flat_map(|each| headlined(&each.told(Viewer::Public, &names), None)).collect();
    let saying = Saying { lines, own, board: true, asks: true, public: true, ..Saying::default() };
    // Whoever pressed Ready with direct messages closed was told so by the answer to that press.
    let told = BySeat::from_fn(|seat| row.unreachable[seat] || (closed[seat] && row.ready[seat]));
    let row = MatchRow { unreachable: told, ..row.clone() };
    saying.follows(live, &row, closed, Duration::MAX, false)
}

/// What follows from an entry.
pub fn entry(
    live: &Live,
    row: &MatchRow,
    taken: &Taken,
    closed: BySeat<bool>,
    longest_pause: Duration,
    carry: bool,
    before: CardState,
) -> Follows {
    let names = live.table.names();
    let happened = &taken.answer.happened;
    let entry = &taken.entries[0];
    let deed = deed(live, row, taken);
    let left_out = deed.as_ref().and_then(|deed| deed.instead_of);
    // What had been hidden stands behind a button.
    let shown = || happened.iter().filter(|each| !matches!(each.what, What::Revealed { .. }));
    let told = |viewer| result_first(shown().flat_map(|each| each.told(viewer, &names)).collect());
    let tell = |viewer| words_but(&told(viewer), left_out);
    let is = |test: fn(&What) -> bool| happened.iter().any(|each| test(&each.what));
    let plain = tell(Viewer::Public);
    let mut lines = headlined(&told(Viewer::Public), left_out);
    let own = BySeat::from_fn(|seat| {
        let mut own = beyond(tell(Viewer::Seat(seat)), &plain);
        if let Act::Host(HostAct::Order { seat: whose, .. }) = &entry.act
            && *whose == seat
            && let Some(sealed) = &taken.sealed
        {
            let who = deeds::who(entry).unwrap_or_else(|| "The host".to_owned());
            own.insert(0, format!("{who} gave an order for you: {}.", sealed.order));
        }
        own
    });
    let resolved = is(|what| matches!(what, What::Resolved { .. } | What::DrawDeclared));
    let board = resolved || is(|what| matches!(what, What::Undone { .. } | What::Over { .. }));
    let asks = is(|what| matches!(what, What::Asked { .. } | What::Resumed));
    let quiet = |what: &What| matches!(what, What::Sealed { .. } | What::Ready { .. });
    let public = happened.iter().any(|each| !quiet(&each.what));
    // The reason for an order on behalf would tell everyone that there was one, until its step is over.
    let on_behalf = matches!(entry.act, Act::Host(HostAct::Order { .. }));
    let why = if public && !on_behalf { deeds::reason(entry) } else { None };
    let below = deed.as_ref().is_none_or(|deed| deed.below);
    let done = deed.map(|deed| deed.line).into_iter().chain(why);
    let at = if below { lines.len() } else { 0 };
    lines.splice(at..at, done);
    lines.extend(taken.behalf.iter().map(|given| given.line(&names[given.seat])));
    if entry.meta.as_ref().is_some_and(|meta| meta["deaf"] == true) {
        lines.push(PRESSES_LOST.to_owned());
    }
    let commitments = taken.commitments.clone();
    let newcomer = happened.iter().find_map(|each| match &each.what {
        What::Substituted { seat, .. } => Some(*seat),
        _ => None,
    });
    let ends = is(|what| matches!(what, What::Over { .. }));
    let result = if ends || is(|what| matches!(what, What::Resolved { .. })) {
        BySeat::from_fn(|seat| headlined(&told(Viewer::Seat(seat)), None))
    } else {
        BySeat::default()
    };
    let saying = Saying { lines, own, commitments, result, newcomer, board, resolved, asks, public };
    let mut follows = saying.follows(live, row, closed, longest_pause, carry);
    let moved = newcomer.is_some() || is(|what| matches!(what, What::Rescheduled { .. }));
    if moved || card_state(live) != before {
        let row = follows.change.clone().to(row.clone());
        follows.parcels.push(parcel(Lane::Channel, &Notice::EditCard(card(&row, card_state(live)))));
    }
    follows
}

/// The kind of the event that says how a match ended.
const VERDICT: &str = "over";
/// The kind of the event in which a game says by what its match ended.
const SCORE: &str = "match-over";
/// The kind of the event that says that the clocks were given time.
const MORE_TIME: &str = "extended";

/// Puts who won before everything else, and then the score.
fn result_first(mut events: Vec<Value>) -> Vec<Value> {
    events.sort_by_key(|event| match event["kind"].as_str() {
        Some(VERDICT) => 0,
        Some(SCORE) => 1,
        _ => 2,
    });
    events
}

/// What everyone is told, with the first line of each event as its headline. The score stands under the verdict, and time is no result.
fn headlined(events: &[Value], left_out: Option<&str>) -> Vec<String> {
    let each = events.iter().flat_map(|event| {
        let mut lines = words_but(std::slice::from_ref(event), left_out);
        let plain = event["kind"] == SCORE || event["kind"] == MORE_TIME;
        let heads = |head: &&mut String| !plain && !head.contains("**");
        if let Some(head) = lines.first_mut().filter(heads) {
            *head = format!("**{head}**");
        }
        lines
    });
    each.collect()
}

/// What a seat is told that is not said to everyone anyway.
fn beyond(own: Vec<String>, public: &[String]) -> Vec<String> {
    own.into_iter().filter(|line| !public.contains(line)).collect()
}

impl Saying {
    #[expect(clippy::too_many_lines, reason = "one message after the other, each from what is so")]
    fn follows(
        self,
        live: &Live,
        row: &MatchRow,
        closed: BySeat<bool>,
        longest_pause: Duration,
        carry: bool,
    ) -> Follows {
        let table = &live.table;
        let outcome = table.outcome();
        let awaiting = table.awaiting();
        let asked = |seat: Seat, wants: Wants| awaiting[seat].as_ref().is_some_and(|asked| asked.wants == wants);
        let human = |seat: Seat| !live.is_bot(seat);
        let mark = live.mark();
        let mut follows = Follows::default();
        let mut unreachable = row.unreachable;
        let mut lines = row.carried.clone();
        lines.extend(self.lines);
        let mut private = Vec::new();
        let mut mention = Vec::new();
        let in_front = Seat::ALL.into_iter().any(|seat| in_public(live, seat));
        for seat in Seat::ALL.into_iter().filter(|&seat| human(seat)) {
            let user = row.users[seat];
            let new = self.newcomer == Some(seat);
            let going = (self.asks || new) && !table.paused();
            let order = going && asked(seat, Wants::Order);
            let rests = going && asked(seat, Wants::Ready);
            if (order || rests || new || outcome.is_some()) && !mention.contains(&user) {
                mention.push(user);
            }
            // A turn in front of everyone is asked for there.
            let prompt = order && !in_public(live, seat);
            // What a step came to stands in the next prompt, or is told by itself; a turn in front of everyone follows in front of everyone.
            let own = &self.own[seat];
            let told = if outcome.is_some() || !in_front { &self.result[seat] } else { own };
            let told = if told.is_empty() { own } else { told };
            if !prompt && told.is_empty() {
                continue;
            }
            if closed[seat] {
                let awaits = outcome.is_none() && (prompt || !own.is_empty());
                if awaits && !unreachable[seat] && self.public {
                    unreachable[seat] = true;
                    lines.push(cannot_write(&table.names()[seat]));
                }
                continue;
            }
            let notice = if prompt {
                let panel = panel(live, row, seat, &[]);
                Notice::Prompt(Box::new(Prompt { user, guild: row.guild, channel: row.channel, panel }))
            } else {
                let stage = table.sight(Viewer::Seat(seat)).heading().stage;
                let head = format!("**Match {} · {stage}**", row.id);
                let rest = rests.then(|| "Press **Ready** in the match channel when you want to go on.".to_owned());
                let lines = [head].into_iter().chain(told.iter().cloned()).chain(rest).collect();
                private_to(row, user, lines)
            };
            private.push(parcel(Lane::Dm(user), &notice));
        }
        if self.public && carry {
            follows.change.carried = Some(lines);
        } else if self.public {
            let sight = table.sight(Viewer::Public);
            let notice = Public {
                guild: row.guild,
                mark: Some(mark),
                lines,
                stage: sight.heading().stage,
                picture: self.board.then(|| picture(live, row, Viewer::Public)),
                alt: table.sight(Viewer::Public).describe().with_names(&table.names()),
                ended: if self.resolved { ended(live, row) } else { None },
                deadline: public_deadline(live),
                starts: table.starts().filter(|_| !table.paused()).map(|time| live.moment(time)),
                forfeits: forfeits(live),
                reserves: table.reserves(),
                // The menu stands under the newest message, whatever that says.
                turn: turn(live, row).map(Box::new),
                mention,
                controls: if outcome.is_some() {
                    Controls::None
                } else if Seat::ALL.into_iter().any(|seat| asked(seat, Wants::Order)) {
                    Controls::Order
                } else if Seat::ALL.into_iter().any(|seat| asked(seat, Wants::Ready)) {
                    Controls::Ready
                } else {
                    Controls::None
                },
                commitments: self.commitments,
                over: outcome.is_some(),
                outcome,
                names: table.names(),
            };
            follows.parcels.push(parcel(Lane::Channel, &Notice::Public(Box::new(notice))));
            follows.change.carried = Some(Vec::new());
        }
        follows.parcels.extend(private);
        follows.change.unreachable = Some(unreachable);
        follows.change.status = Some(if outcome.is_some() { Status::Over } else { Status::Running });
        follows.change.stage = Some(match card_state(live) {
            CardState::Paused => Stage::Paused,
            CardState::Waiting => Stage::Waiting,
            _ => Stage::Playing,
        });
        follows.change.outcome =
            Some(outcome.map(|outcome| serde_json::to_string(&outcome).expect("an outcome is plain data")));
        follows.change.mark = Some(Some((mark.step, mark.begun)));
        follows.change.deadline = Some(public_deadline(live).or_else(|| next(live, longest_pause)));
        follows.change.awaited = Some(BySeat::from_fn(|seat| {
            let open = |wants| awaiting[seat].as_ref().is_some_and(|asked| asked.wants == wants && !asked.submitted);
            human(seat) && !table.paused() && (open(Wants::Order) || open(Wants::Ready))
        }));
        if let Some(starts) = table.starts() {
            follows.change.starts = row.starts.and(Some(live.moment(starts)));
        }
        follows.change.names = Some(table.names());
        follows.change.bots = Some(BySeat::from_fn(|seat| live.is_bot(seat)));
        if row.mark != Some((mark.step, mark.begun)) {
            follows.clear_drafts = Seat::ALL.to_vec();
        }
        follows
    }
}

/// When something happens of itself next: a deadline, or the end of a pause.
pub fn next(live: &Live, longest_pause: Duration) -> Option<UnixMs> {
    if live.table.outcome().is_some() {
        return None;
    }
    let pause = u64::try_from(longest_pause.as_millis()).unwrap_or(u64::MAX);
    let ends = live.paused_at.filter(|_| live.table.paused()).map(|since| since.saturating_add(pause));
    live.table.next_deadline().or(ends).map(|time| live.moment(time))
}

/// When time is up as everyone may know it: it does not move when somebody answers.
pub fn public_deadline(live: &Live) -> Option<UnixMs> {
    if live.table.paused() {
        return None;
    }
    let awaiting = live.table.awaiting();
    awaiting.iter().filter_map(|(_, asked)| Some(asked.as_ref()?.deadline)).max().map(|time| live.moment(time))
}

/// When the reserve of whoever is to move would be gone.
pub fn forfeits(live: &Live) -> Option<UnixMs> {
    if live.table.paused() {
        return None;
    }
    let awaiting = live.table.awaiting();
    let gone = |asked: &crate::table::Awaited| Some(asked.deadline.saturating_add(asked.reserve?));
    awaiting.iter().filter_map(|(_, asked)| gone(asked.as_ref()?)).max().map(|time| live.moment(time))
}

/// Whether a seat is asked for an order that it gives in front of everyone.
fn in_public(live: &Live, seat: Seat) -> bool {
    let awaiting = live.table.awaiting();
    awaiting[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order && asked.secrecy == Secrecy::Public)
}

/// The turn that one person takes in front of everyone, if that is what is awaited.
fn turn(live: &Live, row: &MatchRow) -> Option<Turn> {
    let seat = Seat::ALL.into_iter().find(|&seat| in_public(live, seat) && !live.is_bot(seat))?;
    let sight = live.table.sight(Viewer::Seat(seat));
    let question = sight.question().map(|question| question.with_names(&live.table.names()));
    let choices = sight.choices(&[]);
    let (hint, groups) = (sight.hint(&[]), groups(&*sight, &choices));
    (!live.table.paused()).then(|| Turn { seat, user: row.users[seat], question, choices, hint, groups })
}

/// What each choice is listed under, where one menu cannot hold them and the game says it of all.
fn groups(sight: &dyn Observation, choices: &[Choice]) -> Vec<String> {
    if choices.len() <= MENU {
        return Vec::new();
    }
    choices.iter().map(|choice| sight.group(choice)).collect::<Option<_>>().unwrap_or_default()
}

/// Each player's time, as everyone may know it.
pub fn clocks(live: &Live) -> String {
    let (names, reserves, awaiting) = (live.table.names(), live.table.reserves(), live.table.awaiting());
    let lines = Seat::ALL.map(|seat| {
        let asked = awaiting[seat].as_ref();
        let until = asked.map(|asked| format!("<t:{}:R>", live.moment(asked.deadline).0.div_euclid(1000)));
        let time = match until {
            _ if live.table.paused() => "paused".to_owned(),
            Some(until) => format!("deadline {until}"),
            None => "not asked".to_owned(),
        };
        let reserve = reserves[seat].map_or(String::new(), |ms| format!(", reserve {}", minutes(ms)));
        format!("{}: {time}{reserve}", names[seat])
    });
    lines.join("\n")
}

/// A reserve as people read it: `4:12`.
#[must_use]
pub fn minutes(ms: u64) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1000 % 60)
}

/// What everyone is told when a seat takes no direct messages.
pub fn cannot_write(name: &str) -> String {
    format!("{name}, I cannot write to you: press Order in this channel for your prompts.")
}

/// What everyone is told when Discord takes no message for a seat.
pub fn cannot_reach(name: &str) -> String {
    format!("{name}, Discord refused what I wrote to you: press Order in this channel for your prompt.")
}

/// A message in the outbox.
pub fn parcel(lane: Lane, notice: &Notice) -> NewParcel {
    NewParcel {
        lane,
        kind: notice.kind(),
        payload: serde_json::to_string(notice).expect("a notice is plain data"),
        nonce: format!("{:016x}{:08x}", rand::random::<u64>(), rand::random::<u32>()),
    }
}

/// Words to one person about a match.
pub fn private_to(row: &MatchRow, user: UserId, lines: Vec<String>) -> Notice {
    Notice::Private(Private { user, guild: row.guild, channel: row.channel, lines, starts: None })
}

/// A reminder of the start to one person.
pub fn reminder_to(row: &MatchRow, user: UserId, lines: Vec<String>, starts: UnixMs) -> Notice {
    let starts = Some(starts);
    Notice::Private(Private { user, guild: row.guild, channel: row.channel, lines, starts })
}

/// Words about the start to everyone.
pub fn starting(row: &MatchRow, lines: Vec<String>, mention: Vec<UserId>, starts: UnixMs) -> Notice {
    Notice::Public(Box::new(Public { lines, starts: Some(starts), ..words_to_all(row, mention) }))
}

/// One line to everyone.
pub fn line(row: &MatchRow, line: String, mention: Vec<UserId>) -> Notice {
    Notice::Public(Box::new(Public { lines: vec![line], ..words_to_all(row, mention) }))
}

fn words_to_all(row: &MatchRow, mention: Vec<UserId>) -> Public {
    Public {
        guild: row.guild,
        mark: None,
        lines: Vec::new(),
        stage: String::new(),
        picture: None,
        alt: String::new(),
        ended: None,
        deadline: None,
        starts: None,
        forfeits: None,
        reserves: BySeat::default(),
        turn: None,
        mention,
        controls: Controls::None,
        commitments: BySeat::default(),
        over: false,
        outcome: None,
        names: row.names.clone(),
    }
}

/// What the last step ended in as everyone sees it, where the board is another one already.
fn ended(live: &Live, row: &MatchRow) -> Option<Box<Ended>> {
    let sight = live.table.sight(Viewer::Public).before()?;
    let alt = sight.describe().with_names(&live.table.names());
    Some(Box::new(Ended { picture: framed(live, row, Viewer::Public, sight.scene()), alt }))
}

/// The board as a viewer sees it.
pub fn picture(live: &Live, row: &MatchRow, viewer: Viewer) -> Picture {
    framed(live, row, viewer, live.table.sight(viewer).scene())
}

fn framed(live: &Live, row: &MatchRow, viewer: Viewer, scene: Scene) -> Picture {
    let frame = Frame {
        game: live.table.game().title(live.table.header().preset.as_deref()),
        contest: live.table.contest(),
        label: format!("Match {}", row.id),
        names: live.table.names(),
        reserve: live.table.reserves().map(|ms| ms.map(minutes)),
        private_to: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Truth => None,
        },
    };
    Picture { frame, scene }
}

/// A seat's prompt as [`Panel::shown`] has it.
pub fn shown(live: &Live, seat: Seat) -> String {
    let asked = live.table.awaiting()[seat].clone();
    let until =
        asked.as_ref().filter(|_| !live.table.paused()).map(|asked| (live.moment(asked.deadline), asked.reserve));
    let wants = asked.as_ref().map_or(Want::Nothing, |asked| want(asked.wants));
    super::panel::shown(live.mark(), wants, until, live.table.paused(), asked.and_then(|asked| asked.order).as_deref())
}

/// What a seat is asked, after some words of an answer.
pub fn panel(live: &Live, row: &MatchRow, seat: Seat, words: &[String]) -> Panel {
    let table = &live.table;
    let sight = table.sight(Viewer::Seat(seat));
    let asked = table.awaiting()[seat].clone();
    let orders = asked.as_ref().is_some_and(|asked| asked.wants == Wants::Order);
    let may_end = words.split_last().is_some_and(|(last, path)| {
        orders && sight.choices(path).iter().any(|choice| choice.word == *last && choice.ends)
    });
    let sealed = asked.as_ref().and_then(|asked| asked.order.clone());
    let fixed = sealed.is_some() && !table.editable();
    let form = if orders && !fixed { sight.form(&filled(words)) } else { None };
    let (board, chosen) = (sight.scene(), sight.scene_choosing(words));
    let choosing = orders && !words.is_empty() && chosen != board;
    let scene = if choosing { chosen } else { board };
    let choices = if orders && !fixed && form.is_none() { sight.choices(words) } else { Vec::new() };
    Panel {
        match_id: row.id,
        seat,
        mark: live.mark(),
        prompt: asked.as_ref().map_or(String::new(), |asked| asked.prompt.to_owned()),
        wants: asked.as_ref().map_or(Want::Nothing, |asked| want(asked.wants)),
        question: sight.question().filter(|_| orders).map(|question| question.with_names(&table.names())),
        heading: sight.heading(),
        told: live.told[seat].clone(),
        deadline: asked.as_ref().filter(|_| !table.paused()).map(|asked| live.moment(asked.deadline)),
        reserve: asked.as_ref().and_then(|asked| asked.reserve),
        sealed,
        words: words.to_vec(),
        hint: if choices.is_empty() { String::new() } else { sight.hint(words) },
        groups: groups(&*sight, &choices),
        choices,
        may_end: may_end && form.is_none(),
        form,
        final_orders: !table.editable(),
        public: asked.is_some_and(|asked| asked.secrecy == Secrecy::Public),
        choosing,
        paused: table.paused(),
        unasked: unasked(live, row, seat),
        picture: framed(live, row, Viewer::Seat(seat), scene),
        describe: sight.describe().with_names(&table.names()),
        names: table.names(),
    }
}

/// What is said to an order that a seat is not asked for; `None` if it is.
pub fn unasked(live: &Live, row: &MatchRow, seat: Seat) -> Option<String> {
    let (id, names, awaiting) = (row.id, live.table.names(), live.table.awaiting());
    let wants = |seat: Seat| awaiting[seat].as_ref().map(|asked| asked.wants);
    if live.table.outcome().is_some() {
        return Some(format!("Match {id} is over; nothing more is taken."));
    }
    match (wants(seat), wants(!seat)) {
        (Some(Wants::Order), _) => None,
        (Some(Wants::Ready), _) => Some(format!(
            "Match {id} is between two rounds: press Ready under its newest message, and order when you are asked."
        )),
        (_, Some(Wants::Order)) => {
            Some(format!("It is {}'s turn in match {id}; order when you are asked.", names[!seat]))
        }
        _ => Some(format!("Match {id} asks nothing of you at the moment; order when you are asked.")),
    }
}

/// The contract's word for what answers an ask, as people's panels have it.
pub const fn want(wants: Wants) -> Want {
    match wants {
        Wants::Order => Want::Order,
        Wants::Ready => Want::Ready,
        Wants::Nothing => Want::Nothing,
    }
}

/// What has become of the lobby of a match that has begun.
pub fn card_state(live: &Live) -> CardState {
    match live.table.outcome() {
        Some(outcome) => CardState::Over(outcome.winner),
        None if live.table.paused() => CardState::Paused,
        None if live.table.starts().is_some() => CardState::Waiting,
        None => CardState::Started,
    }
}

/// A lobby's card.
pub fn card(row: &MatchRow, state: CardState) -> Card {
    let header = crate::table::Header::read(&row.header).ok();
    let game = crate::games::find(&row.game);
    let preset = header.as_ref().and_then(|header| header.preset.clone());
    let preset = preset.map(|id| {
        let presets = game.map(crate::game::Game::presets).unwrap_or_default();
        presets.into_iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| name.to_owned())
    });
    let id = header.as_ref().and_then(|header| header.preset.as_deref());
    let contest = game.map(|game| game.contest(id)).unwrap_or_default();
    let contest = if row.friendly { contest.friendly() } else { contest };
    let options = header.iter().flat_map(|header| &header.ruleset).map(|(key, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (key.clone(), value)
    });
    let items = header.iter().flat_map(|header| header.items.iter()).filter(|(_, items)| !items.is_empty());
    let items = items.map(|(seat, items)| (format!("items.{seat}"), items.join(",")));
    let given = header.iter().flat_map(|header| header.setup.keys()).map(|key| (key.clone(), "given".to_owned()));
    let options = options.chain(items).chain(given);
    Card {
        match_id: row.id,
        game: row.game.clone(),
        preset,
        contest,
        names: row.names.clone(),
        users: row.users,
        bots: row.bots,
        ready: row.ready,
        expires: row.expires,
        starts: row.starts,
        advantage: header.as_ref().map_or(Seat::Dmo, |header| header.advantage),
        options: options.collect(),
        host: row.host,
        friendly: row.friendly,
        state,
        said: Vec::new(),
        quiet: BySeat::default(),
    }
}
