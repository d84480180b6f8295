//! Another match of the same two on the same terms: a rematch, or a match that nobody began, opened again.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::game::{BySeat, Seat, Seed, family};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::ids::link;
use crate::ids::{MatchId, Snowflake, UserId};
use crate::live::store::match_row::Status;
use crate::lobby::create_match::NewMatch;
use crate::lobby::host_secrets::remove_brought;
use crate::lobby::ui::commands::open::preset_here;
use crate::lobby::ui::commands::terms::steps_last;
use crate::own_games::meant;
use crate::people::store::server_settings::Settings;
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press, Seats};
use crate::platform::discord::message_body::Body;
use crate::playing::orders::Sender;
use crate::table::{Header, Player};

fn press(m: MatchId, seats: Option<Seats>, label: &str) -> CreateButton {
    button(MatchPressId::new(m, Press::Again(seats)), ButtonStyle::Secondary, label)
}

/// Asks for the seats of the new match, or opens it.
pub async fn asked(
    bot: &Bot,
    info: &MatchInfo,
    actor: &ActingMember,
    seats: Option<Seats>,
    sender: Sender,
) -> Result<Body, Error> {
    let server = bot.store.settings(info.guild).await?;
    let host = actor.is_host(&server.host_roles);
    let seat = info.seat_of(actor.user);
    let friendly = info.friendly || !host;
    let may_open = !friendly || server.friendly;
    require_allowed(info, host, seat.is_some() || info.opener == actor.user, may_open)?;
    let _turn = bot.rematching.lock().await;
    let channel = info.parent.unwrap_or(info.channel);
    if let Some(other) = open_between(bot, info).await? {
        let next = format!("Play it there, or call it off with `/match cancel match:{other}`.");
        let words = format!("Match {other} between the same players is open already in <#{channel}>. {next}");
        return Err(Error::refused(words));
    }
    let Some(seats) = seats else { return Ok(which_seats(info, seat)) };
    let mut header = header(bot, info, &server).await.map_err(|error| match error {
        Error::Refused(why) => Error::refused(format!("{why} {}", instead(info, may_open))),
        fault => fault,
    })?;
    if !host {
        steps_last(&header)?;
    }
    let mut users = info.users;
    if seats == Seats::Swapped {
        header.seats = header.seats.swapped();
        header.items = header.items.swapped();
        users = users.swapped();
    }
    let new = NewMatch::new(info.guild, channel, actor.user, header, users);
    let m = bot.dealer.open(NewMatch { friendly, in_dms: info.in_dms, ..new }, sender.stamp).await?;
    // A player who opens the match is ready.
    if seat.is_some() {
        bot.dealer.press_ready(m, actor.user, None, Snowflake(sender.stamp.0 + 1)).await?;
    }
    let next = match seat {
        Some(seat) if info.bots[!seat] => "It begins now.".to_owned(),
        Some(seat) => {
            format!("You are ready. {} still has to press **Ready** on its card; then it begins.", info.names[!seat])
        }
        None => "It begins once the players press **Ready** on its card.".to_owned(),
    };
    let place = if info.in_dms { " here".to_owned() } else { format!(" in <#{channel}>") };
    let there = CreateButton::new_link(link(info.guild, channel)).label("Go to channel");
    let rows = (sender.in_dm && !info.in_dms).then(|| CreateActionRow::Buttons(vec![there]));
    Ok(Body::text(format!("**Opened match {m}{place}.**\n{next}")).rows(rows.into_iter().collect()))
}

fn require_allowed(info: &MatchInfo, host: bool, takes_part: bool, may_open: bool) -> Result<(), Error> {
    // A player's rematch is a friendly match. A card that a host opened is for hosts to open again.
    let for_players = info.friendly || info.status == Status::Over;
    let may_ask = host || (takes_part && for_players);
    let refusal = if !matches!(info.status, Status::Over | Status::Cancelled) {
        format!("Match {} is not over. Once it is, press **Rematch** under its end.", info.id)
    } else if !may_ask {
        let who = if for_players { "the two players and hosts" } else { "hosts" };
        format!("Only {who} can press this. {}", instead(info, may_open))
    } else if info.lacks_a_player() {
        format!("One of the players is no longer known here. {}", instead(info, may_open))
    } else if !may_open {
        "Only hosts can open matches here. Ask a host to press this button.".to_owned()
    } else {
        return Ok(());
    };
    Err(Error::refused(refusal))
}

/// The way to a match instead of the refused rematch.
fn instead(info: &MatchInfo, may_open: bool) -> String {
    let who = if may_open { "Open another match" } else { "Ask a host for another match" };
    format!("{who}: `/match open game:{} ec: dmo:`.", family(&info.game))
}

/// The header of a rematch: the terms of the match, under the present rules.
async fn header(bot: &Bot, info: &MatchInfo, server: &Settings) -> Result<Header, Error> {
    let record = bot.dealer.record(info.id).await?;
    let mut header =
        Header::read(record.lines().next().unwrap_or_default()).map_err(|fault| Error::fault(fault.code))?;
    header.seats = BySeat::from_fn(|seat| Player {
        name: info.plain_names[seat].clone(),
        bot: header.seats[seat].bot.clone().filter(|_| info.bots[seat]),
    });
    header.seed = Seed::new(rand::random::<u64>().to_string());
    remove_brought(&mut header);
    (header.starts_at, header.version) = (None, None);
    if games::is_own(&header.game) {
        // In the version that the server plays by now.
        let games = bot.dealer.games_of(Some(info.guild)).await?;
        let gone = || Error::refused("This server does not play that game any more.");
        header.game = meant(&games, family(&header.game)).ok_or_else(gone)?.id().to_owned();
    }
    if let Some(game) = games::find(&header.game) {
        header.preset = preset_here(server, &*game, header.preset)?;
    }
    Ok(header)
}

/// The question for the seats.
fn which_seats(info: &MatchInfo, asker: Option<Seat>) -> Body {
    let next = match asker {
        Some(seat) if info.bots[!seat] => "The rematch begins once you choose.".to_owned(),
        Some(seat) => {
            format!("Once you choose, its card asks {} to press **Ready**; you are ready.", info.names[!seat])
        }
        None => "Once you choose, its card asks both players to press **Ready**.".to_owned(),
    };
    let (ec, role) = (&info.names.ec, info.contest().seat(Seat::Ec));
    let words = format!("**Who sits where in the rematch?**\n{ec} was the {role}. {next}");
    let row = [press(info.id, Some(Seats::Same), "Same seats"), press(info.id, Some(Seats::Swapped), "Swap seats")];
    Body::text(words).rows(vec![CreateActionRow::Buttons(row.to_vec())])
}

/// A live match of the same two in the channel.
async fn open_between(bot: &Bot, info: &MatchInfo) -> Result<Option<MatchId>, Error> {
    let both = |users: BySeat<UserId>| {
        let mut both = [users.ec, users.dmo];
        both.sort();
        both
    };
    let place = |of: &MatchInfo| (of.guild, of.parent.unwrap_or(of.channel));
    let theirs = bot.dealer.matches_of(if info.bots.ec { info.users.dmo } else { info.users.ec }).await?;
    let open = theirs.iter().filter(|other| other.status.is_open() && place(other) == place(info));
    Ok(open.filter(|other| both(other.users) == both(info.users)).map(|other| other.id).max())
}
