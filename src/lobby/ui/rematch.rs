//! Rematches: another match of the same two, by a button under a finished match.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::game::{BySeat, Seat, Seed, family};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::ids::{MatchId, Snowflake, UserId};
use crate::live::store::match_row::Status;
use crate::lobby::create_match::NewMatch;
use crate::lobby::host_secrets::remove_brought;
use crate::lobby::ui::commands::open::preset_here;
use crate::lobby::ui::commands::terms::steps_last;
use crate::own_games::meant;
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::{CustomId, Press, Seats, button};
use crate::platform::discord::error::Error;
use crate::platform::discord::link::link;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::playing::orders::Sender;
use crate::setup::ui::member_rights::Actor;
use crate::table::{Header, Player};

fn press(m: MatchId, seats: Option<Seats>, label: &str) -> CreateButton {
    button(CustomId::new(m, Press::Again(seats)), ButtonStyle::Secondary, label)
}

/// Asks for the seats, or opens the match.
pub async fn asked(
    bot: &Bot,
    info: &MatchInfo,
    actor: &Actor,
    seats: Option<Seats>,
    sender: Sender,
) -> Result<Reply, Error> {
    let server = bot.store.settings(info.guild).await?;
    let host = actor.is_host(&server.host_roles);
    let plays = info.seat_of(actor.user).is_some();
    let friendly = info.friendly || !host;
    if info.status != Status::Over {
        return Err(Error::refused("You can have a rematch once the match is over."));
    }
    if !plays && !host {
        return Err(Error::refused("A rematch is for the two who played, or for hosts."));
    }
    if info.lacks_a_player() {
        return Err(Error::refused(
            "One of the players is no longer known here, so there is no rematch. Open a new match.",
        ));
    }
    if friendly && !server.friendly {
        return Err(Error::refused("Only hosts can open matches here. Ask a host for the rematch."));
    }
    let _turn = bot.rematching.lock().await;
    if let Some(other) = open_between(bot, info).await? {
        return Err(Error::refused(format!(
            "Match {other} between the same players is open already in <#{}>.",
            info.parent.unwrap_or(info.channel)
        )));
    }
    let Some(seats) = seats else {
        let names = info.names.as_ref();
        let words = format!(
            "**Rematch of match {}**\nAs before, {} is the {}. Who sits where?",
            info.id,
            names.ec,
            info.contest().seat(Seat::Ec)
        );
        let row = [press(info.id, Some(Seats::Same), "Same seats"), press(info.id, Some(Seats::Swapped), "Swap seats")];
        return Ok(Reply::Say(Body::text(words).rows(vec![CreateActionRow::Buttons(row.to_vec())])));
    };
    let record = bot.dealer.record(info.id).await?;
    let mut header =
        Header::read(record.lines().next().unwrap_or_default()).map_err(|fault| Error::fault(fault.code))?;
    header.seats = BySeat::from_fn(|seat| Player {
        name: info.unmarked_names[seat].clone(),
        bot: header.seats[seat].bot.clone().filter(|_| info.bots[seat]),
    });
    header.seed = Seed::new(rand::random::<u64>().to_string());
    remove_brought(&mut header);
    header.starts_at = None;
    // A rematch is played under the present rules.
    header.version = None;
    if !host {
        steps_last(&header)?;
    }
    if games::is_own(&header.game) {
        // In the version that the server plays by now.
        let games = bot.dealer.games_of(Some(info.guild)).await?;
        let gone = || Error::refused("This server does not play that game any more.");
        header.game = meant(&games, family(&header.game)).ok_or_else(gone)?.id().to_owned();
    }
    if let Some(game) = games::find(&header.game) {
        header.preset = preset_here(&server, &*game, header.preset)?;
    }
    let mut users = info.users;
    if seats == Seats::Swapped {
        header.seats = header.seats.swapped();
        header.items = header.items.swapped();
        users = users.swapped();
    }
    let (guild, channel, host, private) = (info.guild, info.parent.unwrap_or(info.channel), actor.user, info.in_dms);
    let new = NewMatch { friendly, in_dms: private, ..NewMatch::new(guild, channel, host, header, users) };
    let m = bot.dealer.open(new, sender.stamp).await?;
    // A player who asks for the rematch is ready.
    if plays {
        bot.dealer.press_ready(m, actor.user, None, Snowflake(sender.stamp.0 + 1)).await?;
    }
    let next = match info.seat_of(actor.user) {
        Some(seat) if info.bots[!seat] => "It begins.".to_owned(),
        Some(seat) => format!("You are ready; it begins when {} presses **Ready** on its card.", info.names[!seat]),
        None => "It begins when both players press **Ready** on its card.".to_owned(),
    };
    let place = if private { String::new() } else { format!(" in <#{channel}>") };
    let there = CreateButton::new_link(link(guild, channel)).label("Go to channel");
    let rows = (sender.in_dm && !private).then(|| CreateActionRow::Buttons(vec![there]));
    Ok(Reply::Change(Body::text(format!("Opened match {m}{place}. {next}")).rows(rows.into_iter().collect())))
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
