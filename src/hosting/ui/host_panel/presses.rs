//! Presses in the host panel, and its forms.

use std::sync::Arc;

use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, Http, ModalInteraction, User};

use crate::game::{Seat, span};
use crate::history::match_info::MatchInfo;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::pending_ruling::{Ruling, Substitute};
use crate::hosting::ruling_author::Host;
use crate::hosting::time_request::MOST_TIME;
use crate::hosting::ui::host_panel::panel_message::OWN_TIME;
use crate::hosting::ui::host_panel::{Form, PanelPress, confirmation, forms, pages, panel_message};
use crate::ids::{MatchId, Snowflake, UserId};
use crate::live::revision::Revision;
use crate::live::store::match_row::Status;
use crate::lobby::ui::commands::parse_start_time::read_for as start_time;
use crate::platform::discord::custom_id::{CustomId, Press, read_id};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::{Deferral, PendingInteraction, Reply};
use crate::platform::discord::{Bot, display_names, refused_form};
use crate::playing::prompt::Want;
use crate::setup::ui::member_rights::Actor;
use crate::table::HostAct;

/// A menu's values.
pub enum Values {
    /// The press was on a button.
    None,
    Words(Vec<String>),
    Person {
        id: UserId,
        bot: bool,
        name: String,
        user: Box<User>,
    },
}

impl Values {
    /// Reads the choice of a press: words or a person.
    pub fn of(press: &ComponentInteraction) -> Self {
        match &press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => Self::Words(values.clone()),
            ComponentInteractionDataKind::UserSelect { values } => {
                let resolved = &press.data.resolved;
                let user = values.first().and_then(|id| resolved.users.get(id));
                user.map_or(Self::None, |user| Self::Person {
                    id: UserId(user.id.get()),
                    bot: user.bot,
                    name: display_names::of_member(user, resolved.members.get(&user.id)),
                    user: Box::new(user.clone()),
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
    pub actor: &'a Actor,
    pub by: Host,
    pub stamp: Snowflake,
    /// Whether the press was in a direct message instead of the host panel.
    pub in_dm: bool,
}

impl PanelHost<'_> {
    /// Acts on a press, if its presser may host.
    pub async fn press(&self, at: PanelPress, values: Values) -> Result<Reply, Error> {
        self.actor.may_host(self.bot, &self.info).await?;
        if let Some(form) = forms::of(&self.info, &at) {
            return Ok(Reply::Form(form));
        }
        let (bot, info, by) = (self.bot, &self.info, &self.by);
        Ok(Reply::Change(match at {
            // A pause loses nothing, and a confirmation would cost time.
            PanelPress::Ask { act: HostAct::Pause, .. } => {
                let done = bot.dealer.rule(info.id, by.clone(), HostAct::Pause, None, self.stamp).await?;
                panel_message::shown(bot, info, &[done]).await?
            }
            PanelPress::Ask { seen, act } => self.ask(act.into(), seen).await?,
            PanelPress::Begin(seen) => {
                if info.status == Status::Lobby {
                    self.actor.may_start(bot, info).await?;
                }
                self.ask(Ruling::Begin, seen).await?
            }
            PanelPress::CallOff(seen) => self.ask(Ruling::CallOff, seen).await?,
            PanelPress::More(seen) => match one(&values)? {
                OWN_TIME => return self.form(seen, Form::More),
                seconds => self.ask(HostAct::Extend(seconds.parse().map_err(|_| gone())?).into(), seen).await?,
            },
            PanelPress::Time { request, more } => {
                let done = bot.dealer.answer_request(info.id, by.clone(), request, more, self.stamp).await?;
                // The post in the direct message is reconciled with the request.
                if self.in_dm {
                    return Ok(Reply::words(done));
                }
                panel_message::shown(bot, info, &[done]).await?
            }
            PanelPress::Player(seen) => {
                let (verb, seat) = one(&values)?.split_once(' ').ok_or_else(gone)?;
                let seat: Seat = seat.parse().map_err(|_| gone())?;
                match verb {
                    "order" => return self.form(seen, Form::Order(seat)),
                    "substitute" => panel_message::sits(info, seen, seat),
                    "forfeit" => self.ask(HostAct::Forfeit(seat).into(), seen).await?,
                    "award" => self.ask(HostAct::Award(seat).into(), seen).await?,
                    _ => return Err(gone()),
                }
            }
            PanelPress::Sits { seen, seat } => {
                let Values::Person { id, bot, name, user } = values else { return Err(gone()) };
                if bot {
                    return Err(Error::refused("A bot cannot take a seat; choose a person."));
                }
                self.bot.remember_names([&*user]).await?;
                self.ask(Ruling::Seat(Substitute { seat, user: id, name }), seen).await?
            }
            PanelPress::Do(intent) => return confirmation::confirmed(bot, info, by, intent, self.stamp).await,
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
            PanelPress::Show | PanelPress::Form { .. } | PanelPress::Why(_) | PanelPress::Note => {
                panel_message::shown(bot, info, &[]).await?
            }
        }))
    }

    async fn ask(&self, ruling: Ruling, seen: Revision) -> Result<Body, Error> {
        confirmation::ask(self.bot, self.info.id, &self.by, (ruling, Some(seen)), None, self.stamp).await
    }

    fn form(&self, seen: Revision, form: Form) -> Result<Reply, Error> {
        forms::of(&self.info, &PanelPress::Form { seen, form }).map(Reply::Form).ok_or_else(gone)
    }

    /// Acts on a filled-in form.
    async fn written(&self, at: PanelPress, words: String) -> Result<Body, Error> {
        self.actor.may_host(self.bot, &self.info).await?;
        let (bot, info, by) = (self.bot, &self.info, &self.by);
        match at {
            PanelPress::Form { seen, form: Form::More } => {
                let seconds = span(&words).filter(|seconds| (1..=MOST_TIME).contains(seconds));
                let unread = || Error::refused("Write how much time, up to a day: 90, 90 s, 3 min or 1 h.");
                self.ask(HostAct::Extend(seconds.ok_or_else(unread)?).into(), seen).await
            }
            PanelPress::Form { seen, form: Form::Order(seat) } => {
                self.ask(HostAct::Order { seat, text: words }.into(), seen).await
            }
            PanelPress::Form { seen, form: Form::Start } => {
                let starts = start_time(bot, info.guild, &words, self.stamp.ms()).await?;
                self.ask(Ruling::Start(starts), seen).await
            }
            PanelPress::Why(intent) => {
                let reason = display_names::sentence(&words);
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

fn gone() -> Error {
    Error::refused("Choose one of the menu's lines.")
}

/// The line chosen in a menu.
fn one(values: &Values) -> Result<&str, Error> {
    match values {
        Values::Words(words) => words.first().map(String::as_str).ok_or_else(gone),
        Values::None | Values::Person { .. } => Err(gone()),
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
            (Some(asked), _) if asked.wants == Want::Nothing => "is asked for nothing yet",
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
        Ok(CustomId { match_id, press: Press::HostPanel(at) }) => Some((match_id, at)),
        _ => None,
    };
    let Some((m, at)) = found else {
        let gone = async { Err(Error::refused("That form is out of date. Use the newest message.")) };
        asked.answer(Deferral::Message, gone).await;
        return;
    };
    let stamp = Snowflake(form.id.get());
    let actor = Actor::new(form.user.id, form.member.as_ref());
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
    actor: &Actor,
    (m, at): (MatchId, PanelPress),
) -> Result<Reply, Error> {
    let info = bot.dealer.info(m).await?;
    if form.guild_id.is_none_or(|guild| guild.get() != info.guild.0) || form.message.is_none() {
        return Err(Error::refused("There is no such match on this server. See `/match list`."));
    }
    let by = Host::named(actor.user, display_names::of(&form.user, form.member.as_ref()));
    let desk = PanelHost { bot, info, actor, by, stamp: Snowflake(form.id.get()), in_dm: false };
    desk.written(at, forms::written(form)).await.map(Reply::Change)
}
