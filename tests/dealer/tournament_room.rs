//! A tournament at the dealer's table.

use deathmatch::dealer::{Entered, FormatChoice, MatchInfo, Phase, Tourney, TourneyStage};
use deathmatch::tournament::Format;

use super::*;

pub const ROUND_MS: u64 = 60 * 60 * 1000;
pub const CHECK_IN_MS: u64 = 10 * 60 * 1000;
pub const CYD: UserId = UserId(13);
pub const DEE: UserId = UserId(14);
pub const FOUR: [UserId; 4] = [ANN, BOB, CYD, DEE];

pub fn of(format: Format) -> Tourney {
    let empty = Tourney::new(GuildId(1), CHANNEL, HOST, FormatChoice::Exactly(format), ROUND_MS);
    Tourney { title: "A game".to_owned(), header: header().write(), ..empty }
}

pub fn entered(user: UserId) -> Entered {
    // The first one is the strongest.
    let strength = -i64::try_from(user.0).unwrap();
    Entered { user, name: format!("P{user}"), plain: None, username: None, strength, here: false }
}

pub struct TournamentRoom {
    pub room: Room,
    pub id: Snowflake,
}

impl TournamentRoom {
    /// Opens a tournament that some people have joined, in a channel without a match.
    pub async fn joined(tourney: Tourney, people: &[UserId]) -> Self {
        let room = Room::dealing(Store::memory().await.unwrap(), 0, options()).await;
        let id = at(OPENED);
        room.dealer.open_tourney(id, tourney).await.unwrap();
        for &user in people {
            room.dealer.join_tourney(id, entered(user)).await.unwrap();
        }
        Self { room, id }
    }

    pub async fn begun(format: Format, people: &[UserId]) -> Self {
        let cup = Self::joined(of(format), people).await;
        cup.advance(TourneyStage::SignUp).await.unwrap();
        cup
    }

    pub async fn advance(&self, seen: TourneyStage) -> Result<Tourney, Error> {
        self.room.dealer.start_tourney(self.id, HOST, seen, at(self.room.clock.now())).await
    }

    pub async fn now(&self) -> Tourney {
        self.room.dealer.tourney(self.id).await.unwrap()
    }

    /// Returns the tournament's matches in a lobby, and checks their number.
    pub async fn lobbies(&self, count: usize) -> Vec<MatchInfo> {
        self.room.settled().await;
        let mut all = self.room.dealer.matches_in(CHANNEL).await.unwrap();
        all.retain(|info| info.status == Status::Lobby);
        all.sort_by_key(|info| info.id);
        assert_eq!(all.len(), count, "{all:?}");
        all
    }

    pub async fn ready(&self, m: MatchId, user: UserId) {
        self.room.dealer.press_ready(m, user, None, at(self.room.clock.now())).await.unwrap();
    }

    /// Plays a match, and has a host award it to one of its players.
    pub async fn won_by(&self, info: &MatchInfo, winner: UserId) {
        for user in [info.users.ec, info.users.dmo] {
            self.ready(info.id, user).await;
        }
        self.award(info, winner).await;
    }

    pub async fn award(&self, info: &MatchInfo, winner: UserId) {
        let seat = info.seat_of(winner).unwrap();
        self.room.go(self.room.clock.now().plus(1_000)).await;
        self.host(info.id, HostAct::Award(seat)).await;
    }

    pub async fn host(&self, m: MatchId, act: HostAct) {
        self.room.dealer.rule(m, HOST, act, None, at(self.room.clock.now())).await.unwrap();
    }

    /// Returns the tournament once no work is left, and checks a condition.
    pub async fn is(&self, what: &str, test: impl Fn(&Tourney) -> bool) -> Tourney {
        self.room.settled().await;
        let now = self.now().await;
        assert!(test(&now), "{what}: {now:?}");
        now
    }

    pub async fn winner(&self) -> Option<UserId> {
        let over = self.is("over", |tourney| tourney.phase == Phase::Over).await;
        let winner = over.play.as_ref().unwrap().tournament.winner();
        winner.map(|winner| over.person(winner).user)
    }

    /// Returns the tournament as stored, without a running dealer.
    pub async fn now_kept(&self) -> Tourney {
        let row = self.room.store.tournament(self.id).await.unwrap().unwrap();
        serde_json::from_str(&row.state).unwrap()
    }

    /// Returns the tournament's message, the only one in its channel.
    pub async fn message(&self, channel: ChannelId) -> Message {
        self.room.settled().await;
        let all = self.room.channel_of(channel).of("tournament");
        assert_eq!(all.len(), 1, "{all}");
        all.last().clone()
    }

    /// Returns the messages that ping the tournament's people.
    pub async fn calls(&self, channel: ChannelId) -> Timeline {
        self.room.settled().await;
        self.room.channel_of(channel).of("call")
    }
}

pub fn strongest(info: &MatchInfo) -> UserId {
    info.users.ec.min(info.users.dmo)
}
