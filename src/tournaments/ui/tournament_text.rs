//! Text of a tournament's message.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use crate::game::{BySeat, Seat};
use crate::games;
use crate::ids::link;
use crate::ids::match_link;
use crate::live::store::match_row::{CalledOff, MatchRow, Status};
use crate::lobby::ui::card::{ACCENT, with_preset, with_terms};
use crate::own_games::text::credit;
use crate::platform::discord::limits;
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::safe_text;
use crate::platform::discord::timestamp_text::{clock, countdown};
use crate::table::Header;
use crate::tournament::{EntrantId, Format, Pairing, PairingId, Place, Points, Round, Standing, Verdict};
use crate::tournaments::announcement::Announcement;
use crate::tournaments::server_tournament::{
    FormatChoice, PairingMatch, Phase, PlayerNotice, Tourney, TourneyPlay, named,
};
use crate::tournaments::ui::press_ids::{AtTourney, TourneyPress, marker};

/// The most characters of an embed's text for lists; Discord's limit is 4,096.
const LISTED: usize = 3_400;
/// The most lines of the final table.
const TABLE: usize = 10;

/// The tournament's message, with the buttons of its phase.
pub fn shown(announcement: &Announcement) -> Body {
    let tourney = &announcement.tourney;
    let lines = match tourney.phase {
        Phase::SignUp => sign_up(tourney),
        Phase::CheckIn { until, .. } => {
            let mut lines = vec![
                format!("**Check in by {} ({}).**", clock(until), countdown(until)),
                "Players who have not checked in by then do not play.".to_owned(),
            ];
            let (here, missing): (Vec<_>, Vec<_>) = tourney.people.iter().partition(|entered| entered.here);
            let names = |people: Vec<&crate::tournaments::server_tournament::Entered>| {
                people.into_iter().map(|entered| entered.name.clone()).collect::<Vec<_>>()
            };
            lines.push(list("Checked in", &names(here), LISTED / 2));
            lines.push(list("Missing", &names(missing), LISTED / 2));
            lines.push(format_of(tourney));
            lines
        }
        Phase::Playing | Phase::Over => playing(announcement),
        Phase::CalledOff { by: Some(by) } => {
            vec!["**The tournament is called off.**".to_owned(), format!("<@{by}> called it off.")]
        }
        Phase::CalledOff { by: None } => {
            vec!["**The tournament does not take place.**".to_owned(), "Too few players checked in.".to_owned()]
        }
    };
    let lines: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let embed = CreateEmbed::new()
        .title(cut(&format!("Tournament · {}", tourney.title), 256))
        .colour(ACCENT)
        .description(cut(&lines.join("\n"), limits::EMBED));
    let embed = if matches!(tourney.phase, Phase::CalledOff { .. }) { embed } else { terms(embed, announcement) };
    Body::default().content("").embeds(vec![embed]).rows(rows(announcement))
}

/// Adds the terms of its matches, as their cards show them.
fn terms(mut embed: CreateEmbed, announcement: &Announcement) -> CreateEmbed {
    let terms = &announcement.terms;
    let Ok(header) = Header::read(&announcement.tourney.header) else { return embed };
    let Some(game) = games::find(&header.game) else { return embed };
    let title = game.title(header.preset.as_deref());
    if title != announcement.tourney.title {
        embed = embed.field("Game", title, true);
    }
    if let Some(credit) = credit(&*game) {
        embed = embed.field("Whose game", credit, true);
    }
    embed = with_preset(embed, terms, Some(&*game));
    if let Some(does) = game.about().advantage.filter(|_| !terms.set_up) {
        embed = embed.field("Advantage", format!("The {} {does}", header.advantage.label()), true);
    }
    let seats = BySeat::from_fn(|seat: Seat| format!("the {}", seat.label()));
    with_terms(embed, terms, &seats, "Set for its matches")
}

/// A notification of check-in, or of the end; true however late it is read.
pub fn player_notice(announcement: &Announcement) -> Body {
    let tourney = &announcement.tourney;
    let message = announcement.message.map_or_else(String::new, |message| format!("/{message}"));
    let place = link(tourney.guild, tourney.channel) + &message;
    let title = safe_text::escaped(&tourney.title);
    let (words, mentioned) = match (tourney.pending_notice(), tourney.phase) {
        (Some(PlayerNotice::CheckIn(_)), Phase::CheckIn { until, .. }) => {
            let missing = tourney.people.iter().filter(|entered| !entered.here).map(|entered| entered.user.0);
            let missing: Vec<_> = missing.collect();
            let names: Vec<_> = missing.iter().map(|user| format!("<@{user}>")).collect();
            let head = format!("**Check in for the tournament {title} by {}.**", clock(until));
            (format!("{head}\n{}: press **Check in** under [its message]({place}).", names.join(" ")), missing)
        }
        (Some(PlayerNotice::End(Some(winner))), _) => {
            let user = tourney.person(winner).user.0;
            let name = safe_text::escaped(&tourney.person(winner).name);
            (format!("🏆 **{name} wins the tournament {title}.**\n<@{user}> · [How it went]({place})"), vec![user])
        }
        (Some(PlayerNotice::SharedFirst(winners)), _) => {
            let users: Vec<u64> = winners.iter().map(|winner| tourney.person(*winner).user.0).collect();
            let names: Vec<_> = users.iter().map(|user| format!("<@{user}>")).collect();
            let names = names.join(", ");
            (
                format!(
                    "🏆 **The first place of the tournament {title} is shared.**\n{names} · [How it went]({place})"
                ),
                users,
            )
        }
        (Some(PlayerNotice::End(None)), _) => {
            (format!("**The tournament {title} is over, and nobody won it.**\n[How it went]({place})"), Vec::new())
        }
        (Some(PlayerNotice::CheckIn(_)) | None, _) => (String::new(), Vec::new()),
    };
    Body::text(cut(&words, 2_000)).mentioning(mentioned)
}

/// The final text of a notification.
pub fn over(announcement: &Announcement, of: &PlayerNotice) -> Body {
    let tourney = &announcement.tourney;
    let title = safe_text::escaped(&tourney.title);
    let words = match of {
        PlayerNotice::CheckIn(_) => format!("**The check-in for the tournament {title} is over.**"),
        PlayerNotice::End(Some(winner)) => {
            let name = &tourney.person(*winner).name;
            format!("**A result was reverted.**\n{name} has not won the tournament {title} yet.")
        }
        PlayerNotice::SharedFirst(_) => {
            format!("**A result was reverted.**\nThe first place of the tournament {title} is open again.")
        }
        PlayerNotice::End(None) => format!("**A result was reverted.**\nThe tournament {title} continues."),
    };
    let place = announcement.message.map_or_else(String::new, |message| {
        format!(" [How it stands]({}/{message}).", link(tourney.guild, tourney.channel))
    });
    Body::text(cut(&format!("{words}{place}"), 2_000))
}

/// A message about a tournament, with a button that shows the tournament.
pub(crate) fn with_show_button(body: Body, of: &Announcement, nonce: &str) -> Body {
    let label = if of.tourney.is_running() { "How it stands" } else { "Final table" };
    let button = CreateButton::new(marker(of.id, nonce)).style(ButtonStyle::Secondary).label(label);
    body.rows(vec![CreateActionRow::Buttons(vec![button])])
}

/// The reason for its suspension and the remedy, for its host.
pub fn suspension(tourney: &Tourney) -> Option<String> {
    let suspension = tourney.suspension.as_ref()?;
    let title = safe_text::escaped(&tourney.title);
    Some(if !tourney.is_running() {
        let then = if suspension.is_channel_deleted() {
            "Its channel was deleted: run `/tournament show` in another channel to post it there.".to_owned()
        } else {
            let (channel, why) = (tourney.channel, &suspension.why);
            format!("I cannot write to <#{channel}> ({why}): restore my permissions there, and I post it.")
        };
        format!("The tournament **{title}** is over, but its end is not posted yet. {then}")
    } else if suspension.is_channel_deleted() {
        let begun = if tourney.play.is_some() { " Continue each running match with `/host resume`." } else { "" };
        format!(
            "The channel was deleted, so the tournament **{title}** is suspended. Continue it with `/tournament show` in another channel, \
             one without another tournament. Every deadline then has its whole time, and nobody loses by this.{begun}"
        )
    } else {
        format!(
            "The tournament **{title}** is suspended, because I cannot write to <#{}> ({}). Restore my permissions there: it then continues, \
             every deadline has its whole time, and nobody loses by this.",
            tourney.channel, suspension.why
        )
    })
}

/// The message in a tournament's new channel, for entrants whom no other message notifies.
pub fn arrived(announcement: &Announcement) -> Body {
    let tourney = &announcement.tourney;
    let mentioned: Vec<u64> = match tourney.phase {
        Phase::SignUp => tourney.people.iter().map(|entered| entered.user.0).collect(),
        _ => Vec::new(),
    };
    let names: Vec<_> = mentioned.iter().map(|user| format!(" <@{user}>")).collect();
    let place = announcement.message.map_or_else(String::new, |message| {
        format!(": [how it stands]({}/{message})", link(tourney.guild, tourney.channel))
    });
    let title = safe_text::escaped(&tourney.title);
    let words = if tourney.is_running() {
        format!("The tournament **{title}** continues here, because its channel was deleted{place}.")
    } else {
        format!("The tournament **{title}** is over; its channel was deleted, so its end stands here{place}.")
    };
    Body::text(cut(&format!("{words}{}", names.concat()), 2_000)).mentioning(mentioned)
}

fn sign_up(tourney: &Tourney) -> Vec<String> {
    let round = round_length(tourney.round_ms);
    let mut lines = vec![
        "**Press Join to play.**".to_owned(),
        format!("In each round, press **Ready** on your match's card within {round}, or you lose that match."),
    ];
    if let Some(ms) = tourney.check_in_ms {
        lines.push(format!("Before the first round you have {} to check in here.", round_length(ms)));
    }
    let names: Vec<_> = tourney.people.iter().map(|entered| entered.name.clone()).collect();
    lines.push(if names.is_empty() { "Nobody has joined yet.".to_owned() } else { list("Joined", &names, LISTED) });
    lines.push(format_of(tourney));
    lines
}

/// A time in hours or minutes.
fn round_length(ms: u64) -> String {
    match ms / 60_000 {
        1 => "a minute".to_owned(),
        60 => "an hour".to_owned(),
        minutes if minutes % 60 == 0 => format!("{} hours", minutes / 60),
        minutes => format!("{minutes} minutes"),
    }
}

fn format_of(tourney: &Tourney) -> String {
    let format = match (&tourney.play, tourney.format) {
        (Some(play), _) => play.tournament.format().to_string(),
        (None, FormatChoice::Exactly(format)) => format.to_string(),
        (None, FormatChoice::Swiss) => "Swiss".to_owned(),
    };
    format!("**{format}**, {} to {} players", Format::FEWEST, Format::MOST)
}

/// A tournament in a host's list: its phase, and its undecided pairings.
pub fn at_a_glance(announcement: &Announcement) -> String {
    let tourney = &announcement.tourney;
    let head = format!("- **{}** in <#{}>", safe_text::escaped(&tourney.title), tourney.channel);
    let joined = tourney.people.len();
    let phase = match (tourney.phase, &tourney.play) {
        (Phase::SignUp, _) => format!("sign-up, {joined} joined; close it with `/tournament start`"),
        (Phase::CheckIn { until, .. }, _) => {
            let here = tourney.people.iter().filter(|entered| entered.here).count();
            format!("check-in until {} ({}), {here} of {joined} are here", clock(until), countdown(until))
        }
        (Phase::Playing, Some(play)) => {
            let Some((number, round)) = current(play) else { return head };
            let open = shown_now(play, round).into_iter().filter(|pairing| play.tournament.decided(pairing).is_none());
            let open: Vec<_> = open.map(|pairing| format!("  {}", pairing_line(announcement, play, pairing))).collect();
            let phase = format!("{}, {} still to be decided", round_title(play, number, round), open.len());
            return std::iter::once(format!("{head}: {phase}")).chain(open).collect::<Vec<_>>().join("\n");
        }
        (Phase::Playing | Phase::Over | Phase::CalledOff { .. }, _) => return String::new(),
    };
    format!("{head}: {phase}")
}

/// A tournament's results that are no match's: the winners, and the pairings decided by an absence.
pub fn results(announcement: &Announcement) -> Vec<String> {
    let tourney = &announcement.tourney;
    let Some(play) = &tourney.play else { return Vec::new() };
    let absent =
        |pairing: &&Pairing| matches!(play.tournament.decided(pairing), Some(Verdict::Absent(_) | Verdict::BothAbsent));
    let pairings = play.tournament.rounds().iter().flat_map(|round| &round.pairings).filter(absent);
    let end = (tourney.phase == Phase::Over)
        .then(|| format!("- {} in <#{}>: {}", safe_text::escaped(&tourney.title), tourney.channel, won(tourney, play)));
    end.into_iter().chain(pairings.map(|pairing| pairing_line(announcement, play, pairing))).collect()
}

/// The winners in a sentence.
fn won(tourney: &Tourney, play: &TourneyPlay) -> String {
    let names: Vec<_> = play.tournament.winners().iter().map(|winner| tourney.person(*winner).name.clone()).collect();
    match names.as_slice() {
        [] => "**Nobody wins the tournament.** Nobody earned the first place.".to_owned(),
        [name] => format!("**{name} wins the tournament.**"),
        _ => format!("**The first place is shared.** {}", list("Winners", &names, LISTED / 4)),
    }
}

/// A list of names in at most so many characters.
fn list(head: &str, names: &[String], longest: usize) -> String {
    let mut said = String::new();
    for (number, name) in names.iter().enumerate() {
        if said.chars().count() + name.chars().count() > longest {
            said.push_str(&format!(" and {} more", names.len() - number));
            break;
        }
        said.push_str(if number == 0 { " " } else { ", " });
        said.push_str(name);
    }
    format!("{head} ({}):{said}", names.len())
}

fn playing(announcement: &Announcement) -> Vec<String> {
    let tourney = &announcement.tourney;
    let Some(play) = &tourney.play else { return Vec::new() };
    let mut lines = Vec::new();
    let format = format!("{}, {} players", play.tournament.format(), tourney.people.len());
    if tourney.phase == Phase::Over {
        lines.push(won(tourney, play));
        lines.extend(table(tourney, play));
        lines.extend(disputes(tourney, play));
        lines.push(format);
        return lines;
    }
    let Some((number, round)) = current(play) else { return vec![format] };
    let title = round_title(play, number, round);
    let open = play.tournament.open().count();
    lines.push(match open {
        0 => format!("**{title}: all matches are decided.**"),
        1 => format!("**{title}: 1 match to be decided.**"),
        many => format!("**{title}: {many} matches to be decided.**"),
    });
    lines.push(
        "Press **Ready** on your match's card in time, or you lose that match. The tournament continues once all are decided."
            .to_owned(),
    );
    let mut length: usize = lines.iter().map(|line| line.chars().count()).sum();
    let pairings: Vec<_> = shown_now(play, round);
    for (at, pairing) in pairings.iter().enumerate() {
        let line = pairing_line(announcement, play, pairing);
        length += line.chars().count();
        if length > LISTED {
            lines.push(format!("… and {} more", pairings.len() - at));
            break;
        }
        lines.push(line);
    }
    let resting: Vec<_> = round.byes.iter().map(|(_, bye)| tourney.person(*bye).name.clone()).collect();
    if !resting.is_empty() {
        lines.push(list("Without a match this round", &resting, LISTED / 8));
    }
    lines.extend(disputes(tourney, play));
    lines.push(format!("{format} · `/tournament leave` takes you out."));
    lines
}

/// The newest round that has pairings, and its number from 1.
fn current(play: &TourneyPlay) -> Option<(usize, &Round)> {
    let rounds: Vec<_> = play.tournament.rounds().iter().filter(|round| !round.pairings.is_empty()).collect();
    rounds.last().map(|round| (rounds.len(), *round))
}

/// The open pairings of earlier rounds, followed by the pairings of a round.
fn shown_now<'a>(play: &'a TourneyPlay, round: &'a Round) -> Vec<&'a Pairing> {
    let now = |pairing: &&Pairing| !round.pairings.contains(pairing);
    play.tournament.open().map(|(pairing, _)| pairing).filter(now).chain(&round.pairings).collect()
}

fn round_title(play: &TourneyPlay, number: usize, round: &Round) -> String {
    let tournament = &play.tournament;
    let all = tournament.format().rounds(tournament.entrants().len());
    // The final and the match for third place are one round.
    if round.pairings.iter().any(|pairing| pairing.place == Place::Third) {
        return "Final and third place".to_owned();
    }
    match (tournament.format(), round.pairings.first().map(|pairing| pairing.place)) {
        (Format::RoundRobin | Format::Swiss { .. }, _) => format!("Round {number} of {all}"),
        (Format::SingleElimination | Format::SingleWithThirdPlace, Some(place))
        | (_, Some(place @ (Place::Final | Place::Reset))) => named(tournament.format(), all, place),
        _ => format!("Round {number}"),
    }
}

/// The notice to both players of a pairing that was decided because somebody was absent.
pub(crate) fn absence(announcement: &Announcement, pairing: PairingId) -> String {
    let (tourney, title) = (&announcement.tourney, safe_text::escaped(&announcement.tourney.title));
    let line = tourney.play.as_ref().zip(tourney.pairing(pairing).ok());
    let line = line.map_or_else(String::new, |(play, pairing)| pairing_line(announcement, play, pairing));
    format!("**Your pairing in {title} was decided without a match.**\n{line}")
}

fn pairing_line(announcement: &Announcement, play: &TourneyPlay, pairing: &Pairing) -> String {
    let tourney = &announcement.tourney;
    let name = |entrant: EntrantId| tourney.person(entrant).name.as_str();
    let bout = tourney.bout(pairing.id);
    let row = bout.and_then(|bout| announcement.matches.get(bout.opened.as_ref()?.as_ref().ok()?));
    // A card that its channel refuses is called off before anybody sees it.
    let row = row.filter(|row| row.card.is_some() || !matches!(row.status, Status::Lobby | Status::Cancelled));
    let link = row.map(|row| linked(announcement, row));
    let of = if pairing.place == Place::Third { "Third place: " } else { "" };
    let two = [pairing.ec, pairing.dmo];
    let last = row.zip(bout).and_then(|(row, bout)| match row.called_off? {
        CalledOff::Player(Seat::Ec) => Some(pairing.seats(bout.attempt).0),
        CalledOff::Player(Seat::Dmo) => Some(pairing.seats(bout.attempt).1),
        CalledOff::Host => None,
    });
    let called_off = |who: &EntrantId| {
        last == Some(*who) || bout.is_some_and(|bout| bout.cards.iter().any(|card| card.called_off == Some(*who)))
    };
    let callers: Vec<_> = two.into_iter().filter(called_off).map(name).collect();
    if let Some(verdict) = play.tournament.decided(pairing) {
        let what = match verdict {
            Verdict::Won(winner) if pairing.verdict() == Some(Verdict::Drawn) => {
                let loser = name(pairing.opponent(winner));
                format!("**{}** goes through as the better seed: no match against {loser} had a winner", name(winner))
            }
            Verdict::Won(winner) => format!("**{}** beat {}", name(winner), name(pairing.opponent(winner))),
            Verdict::Drawn => format!("{} – {}: half a point each", name(pairing.ec), name(pairing.dmo)),
            Verdict::Absent(absent) => {
                let why = if called_off(&absent) { "called a card off and counts as absent" } else { "was not there" };
                format!("**{}** goes through; {} {why}", name(pairing.opponent(absent)), name(absent))
            }
            Verdict::BothAbsent if !callers.is_empty() => {
                let callers = callers.join(" and ");
                format!(
                    "{} – {}: both count as absent; {callers} called a card off",
                    name(pairing.ec),
                    name(pairing.dmo)
                )
            }
            Verdict::BothAbsent => format!("{} – {}: neither was there", name(pairing.ec), name(pairing.dmo)),
        };
        return link.map_or_else(|| format!("- {of}{what}"), |link| format!("- {of}{what} · {link}"));
    }
    let what = match (bout, row.map(|row| row.status)) {
        (Some(PairingMatch { opened: Some(Err(why)), .. }), _) => {
            format!("could not be opened: {why} A host decides it: `/tournament result`")
        }
        (Some(bout), Some(Status::Lobby)) => format!("Ready by {} ({})", clock(bout.until), countdown(bout.until)),
        (_, Some(Status::Running)) => "being played".to_owned(),
        (_, Some(Status::Halted)) => "halted; a host decides it: `/tournament result`".to_owned(),
        (_, Some(Status::Cancelled)) => "called off; another card follows".to_owned(),
        _ => "its match follows".to_owned(),
    };
    let again = match pairing.attempts.len() {
        0 | 1 => String::new(),
        attempt => format!(" (match {attempt} of at most 3)"),
    };
    let link = link.map_or_else(String::new, |link| format!("{link}, "));
    let before = if callers.is_empty() {
        String::new()
    } else {
        format!("; {} called off a card before", callers.join(" and "))
    };
    format!("- {of}{} – {}: {link}{what}{again}{before}", name(pairing.ec), name(pairing.dmo))
}

fn linked(announcement: &Announcement, row: &MatchRow) -> String {
    format!("[match {}]({})", row.id, match_link(announcement.tourney.guild, row.channel, row.card))
}

/// Notes on matches whose result differs from the one in the tournament.
fn disputes(tourney: &Tourney, play: &TourneyPlay) -> Vec<String> {
    let disputed = play.bouts.iter().filter(|bout| bout.disputed && !bout.closed);
    disputed
        .filter_map(|bout| {
            let m = bout.opened.as_ref()?.as_ref().ok()?;
            let (_, pairing) = play.tournament.pairing(bout.pairing)?;
            let [ec, dmo] = [pairing.ec, pairing.dmo].map(|entrant| tourney.person(entrant).name.as_str());
            Some(format!(
                "The result of match {m} ({ec} – {dmo}) was changed after what follows from it had begun; here the first one stands."
            ))
        })
        .collect()
}

/// The final table in words.
fn table(tourney: &Tourney, play: &TourneyPlay) -> Vec<String> {
    let standings = play.tournament.standings();
    let elimination = play.tournament.format().is_elimination();
    let line = |(at, standing): (usize, &Standing)| {
        let name = &tourney.person(standing.entrant).name;
        let unit = if standing.points > Points::ONE || standing.points == Points::NONE { "points" } else { "point" };
        let points = if elimination { String::new() } else { format!(" · {} {unit}", standing.points) };
        let next = standings.get(at + 1).filter(|next| next.place.is_some());
        let record = Some(format!("{} won, {} lost", standing.won, standing.lost));
        let tie_break = next.and_then(|next| tie_break(play, standing, next));
        let record = [record, absences(play, standing), tie_break].into_iter().flatten().collect::<Vec<_>>();
        let record = record.join(" · ");
        match standing.place {
            // Without the backslash, Discord renumbers the lines, and nobody shares a place.
            Some(place) => format!("{place}\\. {name}{points} · {record}"),
            None if standing.came => format!("– {name} · left before half of the games: {record}, not counted"),
            None => format!("– {name} · did not play"),
        }
    };
    let mut lines: Vec<_> = standings.iter().enumerate().take(TABLE).map(line).collect();
    if standings.len() > TABLE {
        lines.push(format!("… and {} more", standings.len() - TABLE));
    }
    lines
}

/// The rounds in which a player was absent, or else that the player left.
fn absences(play: &TourneyPlay, standing: &Standing) -> Option<String> {
    let entrant = standing.entrant;
    let absent = |pairing: &Pairing| match play.tournament.decided(pairing) {
        Some(Verdict::Absent(absent)) => absent == entrant,
        Some(Verdict::BothAbsent) => pairing.has(entrant),
        _ => false,
    };
    let rounds = play.tournament.rounds().iter().filter(|round| !round.pairings.is_empty());
    let rounds = (1..).zip(rounds).filter(|(_, round)| round.pairings.iter().any(absent));
    let rounds: Vec<String> = rounds.map(|(number, _)| number.to_string()).collect();
    match rounds.as_slice() {
        [] => standing.gone.then(|| "left".to_owned()),
        [one] => Some(format!("absent in round {one}")),
        _ => Some(format!("absent in rounds {}", rounds.join(", "))),
    }
}

/// The tie-break that puts a player ahead of the next one.
fn tie_break(play: &TourneyPlay, standing: &Standing, next: &Standing) -> Option<String> {
    let mut ties = play.tournament.format().tie_breaks().iter().zip(standing.ties.iter().zip(&next.ties));
    let (tie, (own, other)) = ties.find(|(_, (own, other))| own != other)?;
    let is_tied = standing.points == next.points && standing.gone == next.gone;
    is_tied.then(|| format!("ahead by {}, {own} to {other}", tie.words()))
}

fn rows(announcement: &Announcement) -> Vec<CreateActionRow> {
    let button = |press, label: &str, style| {
        CreateButton::new(AtTourney { id: announcement.id, press }.to_string()).label(label).style(style)
    };
    let leave = || button(TourneyPress::Leave, "Leave", ButtonStyle::Secondary);
    let off = || button(TourneyPress::AskOff, "Call off (host)", ButtonStyle::Secondary);
    let buttons = match announcement.tourney.phase {
        Phase::SignUp => {
            let (press, close) = match announcement.tourney.check_in_ms {
                Some(_) => (TourneyPress::CloseSignUp, "Close sign-up (host)"),
                None => (TourneyPress::Begin, "Start (host)"),
            };
            let close = button(press, close, ButtonStyle::Secondary);
            vec![button(TourneyPress::Join, "Join", ButtonStyle::Success), leave(), close, off()]
        }
        Phase::CheckIn { .. } => {
            let begin = button(TourneyPress::Begin, "Start now (host)", ButtonStyle::Secondary);
            vec![button(TourneyPress::CheckIn, "Check in", ButtonStyle::Success), leave(), begin, off()]
        }
        Phase::Playing | Phase::Over | Phase::CalledOff { .. } => Vec::new(),
    };
    if buttons.is_empty() { Vec::new() } else { vec![CreateActionRow::Buttons(buttons)] }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use rand_chacha::ChaCha12Rng;

    use super::*;
    use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
    use crate::messages::composed::Terms;
    use crate::tournament::{Card, Entrant, Tournament};
    use crate::tournaments::Entered;

    /// The message of a tournament of four, after a change in the first pairing's match.
    fn announced(
        format: Format,
        happens: impl FnOnce(&mut Tournament, &Pairing) -> Option<(PairingMatch, MatchRow)>,
    ) -> Announcement {
        let entrants: Vec<_> = (0..4).map(|id| Entrant { id: EntrantId(id), strength: 0 }).collect();
        let mut tournament = Tournament::begin(format, &entrants, &mut ChaCha12Rng::seed_from_u64(7)).unwrap();
        let first = tournament.rounds()[0].pairings[0].clone();
        let (bouts, rows): (Vec<_>, Vec<_>) = happens(&mut tournament, &first).into_iter().unzip();
        // The first pairing is Ann against Bob.
        let name = |id| match EntrantId(id) {
            id if id == first.ec => "Ann",
            id if id == first.dmo => "Bob",
            _ => "Cyd",
        };
        let person = |id| Entered { user: UserId(id), name: name(id).to_owned(), ..Entered::default() };
        let tourney = Tourney {
            people: (0..4).map(person).collect(),
            phase: Phase::Playing,
            play: Some(TourneyPlay { tournament, bouts }),
            ..Tourney::new(GuildId(1), ChannelId(1), UserId(9), FormatChoice::Exactly(format), 1)
        };
        let matches: BTreeMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
        Announcement {
            id: Snowflake(1),
            tourney,
            matches,
            message: None,
            terms: Terms::default(),
            ended: false,
            followed: true,
        }
    }

    fn first_line(announcement: &Announcement) -> String {
        let play = announcement.tourney.play.as_ref().unwrap();
        pairing_line(announcement, play, &play.tournament.rounds()[0].pairings[0])
    }

    #[test]
    fn the_better_seed_goes_through_and_has_beaten_nobody() {
        let drawn = announced(Format::SingleElimination, |cup, first| {
            (0..3).for_each(|attempt| cup.decide(first.id, attempt, Some(Verdict::Drawn)).unwrap());
            None
        });
        let line = first_line(&drawn);
        assert!(line.contains("goes through as the better seed") && !line.contains("beat"), "{line}");
    }

    #[test]
    fn who_called_a_card_off_is_named_as_absent_for_that() {
        // Ann calls the first card off with Bob ready, and is the only one who is ready on the second.
        let off = announced(Format::SingleElimination, |cup, first| {
            let before = Card { ready: vec![first.dmo], called_off: Some(first.ec) };
            let last = Card { ready: vec![first.ec], called_off: None };
            assert!(cup.decide_by_cards(first.id, 0, &[before.clone(), last]).unwrap());
            let bout = PairingMatch {
                again: 1,
                cards: vec![before],
                opened: Some(Ok(MatchId(5))),
                ..PairingMatch::new(first.id, 0, Snowflake(2), UnixMs(0))
            };
            let row = MatchRow {
                id: MatchId(5),
                status: Status::Cancelled,
                ready: BySeat { ec: true, dmo: false },
                channel: ChannelId(1),
                card: Some((ChannelId(1), MessageId(3))),
                ..MatchRow::default()
            };
            Some((bout, row))
        });
        let line = first_line(&off);
        assert!(line.contains("**Bob** goes through; Ann called a card off and counts as absent"), "{line}");
    }

    #[test]
    fn who_never_came_did_not_play_and_who_left_early_did() {
        let left = announced(Format::RoundRobin, |table, first| {
            table.decide(first.id, 0, Some(Verdict::Won(first.ec))).unwrap();
            table.withdraw(first.ec, |_| true).unwrap();
            while !table.is_over() {
                let open = table.open().next().unwrap().0.id;
                table.decide(open, 0, Some(Verdict::BothAbsent)).unwrap();
            }
            None
        });
        let lines = table(&left.tourney, left.tourney.play.as_ref().unwrap());
        let says = |name: &str, words: &str| lines.iter().any(|line| line.contains(name) && line.contains(words));
        assert!(says("Ann", "left before half of the games") && says("Cyd", "did not play"), "{lines:?}");
        assert!(!says("Cyd", "left before"), "{lines:?}");
    }
}
