//! Presses in the host panel, and its forms.

use std::sync::Arc;

use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, Http, ModalInteraction, User};

use crate::game::{Seat, Wants, parse_duration};
use crate::history::match_info::MatchInfo;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::offer::{Form, Offer};
use crate::hosting::ruling::{Confirmation, Ruling, Substitute};
use crate::hosting::ruling_author::Host;
use crate::hosting::time_request::MOST_TIME;
use crate::hosting::ui::host_panel::{PanelPress, confirmation, forms, pages, panel_message};
use crate::ids::{MatchId, Snowflake, UserId};
use crate::live::revision::Revision;
use crate::live::store::match_row::Status;
use crate::lobby::ui::commands::parse_start_time::read_for as start_time;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::{Deferral, PendingInteraction, Reply};
use crate::platform::discord::{Bot, refused_form, safe_text};
use crate::table::HostAct;

/// A menu's values.
pub enum Values {
    /// The press was on a button.
    None,
    Words(Vec<String>),
    /// A person, and the display name.
    Person(Box<User>, String),
}

impl Values {
    /// Reads the choice of a press: words or a person.
    pub fn of(press: &ComponentInteraction) -> Self {
        match &press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => Self::Words(values.clone()),
            ComponentInteractionDataKind::UserSelect { values } => {
                let resolved = &press.data.resolved;
                let user = values.first().and_then(|id| resolved.users.get(id));
                user.map_or(Self::None, |user| {
                    let name = safe_text::of_member(user, resolved.members.get(&user.id));
                    Self::Person(Box::new(user.clone()), name)
                })
            }
            _ => Self::None,
        }
    }
}

/// A host who uses the host panel of a match.
pub struct PanelHost<'a> {
    pub bot: &'a Bot,
    pub info: MatchInfo,
    pub actor: &'a ActingMember,
    pub by: Host,
    pub stamp: Snowflake,
    /// Whether the press was in a direct message instead of the host panel.
    pub in_dm: bool,
}

impl PanelHost<'_> {
    /// Acts on a press, if its presser may host.
    pub async fn press(&self, at: PanelPress, values: Values) -> Result<Reply, Error> {
        self.actor.require_host(self.bot, &self.info).await?;
        let (bot, info, by) = (self.bot, &self.info, &self.by);
        Ok(Reply::Change(match at {
            PanelPress::Ask { seen, offer } => return self.offered(seen, offer, values).await,
            PanelPress::More(seen) | PanelPress::Player(seen) => {
                let offer = one(&values)?.parse().map_err(|_| gone())?;
                return self.offered(seen, offer, values).await;
            }
            PanelPress::Time { request, more } => {
                let done = bot.dealer.answer_request(info.id, by.clone(), request, more, self.stamp).await?;
                // The post in the direct message is reconciled with the request.
                if self.in_dm {
                    return Ok(Reply::words(done));
                }
                panel_message::shown(bot, info, &[done]).await?
            }
            PanelPress::Do(intent) => return confirmation::confirmed(bot, info, by, intent, self.stamp).await,
            PanelPress::Why(_) | PanelPress::Note => return forms::of(info, &at).map(Reply::Form).ok_or_else(gone),
            PanelPress::Who => panel_message::shown(bot, info, &who(bot, info, by).await?).await?,
            PanelPress::View => {
                self.actor.may_look(bot, info).await?;
                pages::view(info)
            }
            PanelPress::Look(looked) => {
                self.actor.may_look(bot, info).await?;
                pages::seen(bot, info, by, looked).await?
            }
            PanelPress::Log(page) => pages::log(bot, info, by, page).await?,
            PanelPress::Notes(page) => pages::notes(bot, info, page).await?,
            PanelPress::Show => panel_message::shown(bot, info, &[]).await?,
        }))
    }

    /// Asks for the part that a ruling lacks, or makes the ruling or asks for its confirmation.
    async fn offered(&self, seen: Revision, offer: Offer, values: Values) -> Result<Reply, Error> {
        let ruling = match (offer, values) {
            (offer @ Offer::Form(_), _) => {
                let at = PanelPress::Ask { seen, offer };
                return forms::of(&self.info, &at).map(Reply::Form).ok_or_else(gone);
            }
            (Offer::Substitute(seat), Values::Person(user, name)) => {
                substitute(self.bot, &self.info, seat, &user, name).await?
            }
            (Offer::Substitute(seat), _) => {
                return Ok(Reply::Change(panel_message::ask_for_substitute(&self.info, seen, seat)));
            }
            (Offer::Whole(ruling), _) => ruling,
        };
        self.ask(ruling, seen).await.map(Reply::Change)
    }

    /// Makes a ruling that needs no confirmation, or asks for it.
    async fn ask(&self, ruling: Ruling, seen: Revision) -> Result<Body, Error> {
        let (bot, info, by) = (self.bot, &self.info, self.by.clone());
        if info.status == Status::Lobby && ruling == Ruling::Begin {
            self.actor.may_start(bot, info).await?;
        }
        if ruling.properties().confirmation == Confirmation::Never {
            let done = bot.dealer.rule(info.id, by, ruling, None, self.stamp).await?;
            return panel_message::shown(bot, info, &[done]).await;
        }
        confirmation::ask(bot, info.id, &by, (ruling, Some(seen)), None, self.stamp).await
    }

    /// Acts on a filled-in form.
    async fn written(&self, at: PanelPress, words: String) -> Result<Body, Error> {
        self.actor.require_host(self.bot, &self.info).await?;
        let (bot, info, by) = (self.bot, &self.info, &self.by);
        match at {
            PanelPress::Ask { seen, offer: Offer::Form(form) } => {
                let ruling = match form {
                    Form::More => {
                        let seconds = parse_duration(&words).filter(|seconds| (1..=MOST_TIME).contains(seconds));
                        let unread = || Error::refused("Write how much time, up to a day: 90, 90 s, 3 min or 1 h.");
                        HostAct::Extend(seconds.ok_or_else(unread)?).into()
                    }
                    Form::Order(seat) => HostAct::Order { seat, text: words }.into(),
                    Form::Start => Ruling::Start(start_time(bot, info.guild, &words, self.stamp.ms()).await?),
                };
                self.ask(ruling, seen).await
            }
            PanelPress::Why(intent) => {
                let reason = safe_text::sentence(&words);
                confirmation::because(bot, info, by, intent, reason, self.stamp).await
            }
            PanelPress::Note => {
                if words.is_empty() {
                    return Err(Error::refused("Nothing was written, so nothing is kept."));
                }
                bot.dealer.note(info.id, by.clone(), words, self.stamp).await?;
                pages::notes(bot, info, u16::MAX).await
            }
            _ => Err(gone()),
        }
    }
}

/// The substitution of a player by a person.
pub async fn substitute(bot: &Bot, info: &MatchInfo, seat: Seat, user: &User, name: String) -> Result<Ruling, Error> {
    if user.bot {
        return Err(Error::refused("A bot cannot take a seat; choose a person."));
    }
    let id = UserId(user.id.get());
    if info.seat_of(id).is_some() {
        return Err(Error::refused("That person already plays in this match; choose somebody else."));
    }
    bot.remember_names([user]).await?;
    Ok(Substitute { seat, user: id, name }.into())
}

fn gone() -> Error {
    Error::refused("Choose one of the menu's lines.")
}

/// The line chosen in a menu.
fn one(values: &Values) -> Result<&str, Error> {
    match values {
        Values::Words(words) => words.first().map(String::as_str).ok_or_else(gone),
        Values::None | Values::Person(..) => Err(gone()),
    }
}

/// Lists who has answered, and records the host's look.
pub async fn who(bot: &Bot, info: &MatchInfo, by: &Host) -> Result<Vec<String>, Error> {
    if info.status == Status::Lobby {
        return Err(Error::refused("The match has not begun; its card shows who is ready."));
    }
    bot.dealer.disclose(info.id, by.clone(), Disclosure::Who).await?;
    let look = bot.dealer.look(info.id, None).await?;
    let contest = info.contest();
    let line = |seat: Seat| {
        let answered = match (&look.awaiting[seat], look.submitted[seat]) {
            (None, _) => "is not asked",
            (Some(asked), _) if asked.wants == Wants::Nothing => "is asked for nothing yet",
            (Some(_), true) => "yes",
            (Some(_), false) => "not yet",
        };
        format!("{} ({}): {answered}", contest.unmarked(seat, &look.names[seat]), contest.seat(seat))
    };
    Ok([format!("**Match {} · {} · who has answered**", info.id, look.heading.stage)]
        .into_iter()
        .chain(Seat::ALL.map(line))
        .collect())
}

/// Answers a filled-in form.
pub async fn submitted(bot: &Arc<Bot>, http: &Http, form: &ModalInteraction) {
    let asked = PendingInteraction::new(bot, http, form.id, &form.token, form.user.id);
    let found = match read_id(&form.data.custom_id) {
        Ok(MatchPressId { match_id, press: Press::HostPanel(at) }) => Some((match_id, at)),
        _ => None,
    };
    let Some((m, at)) = found else {
        let gone = async { Err(Error::refused("That form is out of date. Use the newest message.")) };
        asked.answer(Deferral::Message, gone).await;
        return;
    };
    let stamp = Snowflake(form.id.get());
    let actor = ActingMember::new(form.user.id, form.member.as_ref());
    let work = async {
        let done = take(bot, form, &actor, (m, at)).await;
        bot.dealer.arrived(stamp);
        refused_form::answered(bot, form, done)
    };
    asked.answer(Deferral::Change, work).await;
}

async fn take(
    bot: &Bot,
    form: &ModalInteraction,
    actor: &ActingMember,
    (m, at): (MatchId, PanelPress),
) -> Result<Reply, Error> {
    let info = bot.dealer.info(m).await?;
    if form.guild_id.is_none_or(|guild| guild.get() != info.guild.0) || form.message.is_none() {
        return Err(Error::refused("There is no such match on this server. See `/match list`."));
    }
    let by = Host::named(actor.user, safe_text::of(&form.user, form.member.as_ref()));
    let panel = PanelHost { bot, info, actor, by, stamp: Snowflake(form.id.get()), in_dm: false };
    panel.written(at, forms::written(form)).await.map(Reply::Change)
}
