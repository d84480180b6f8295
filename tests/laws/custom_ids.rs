//! Custom ids: a read id is written the same, and every possible press can be read from its id.

use deathmatch::dealer::{MatchId, Revision, Snowflake, StepId};
use deathmatch::discord::{Book, MatchPressId, PanelPress, Press, read_id};

/// Discord's limit.
const LONGEST: usize = 100;

/// The bytes are an id, and also the numbers and words of one.
pub fn law(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(id) = read_id::<MatchPressId>(&text) {
        assert_eq!(id.to_string(), text, "an id is written in one way");
        assert_eq!(id.fitting().is_some(), text.encode_utf16().count() <= LONGEST);
    }
    let [kind, depth, numbers @ ..] = data else { return };
    let number = |at: usize| {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(numbers.iter().skip(at)).for_each(|(to, from)| *to = *from);
        u64::from_le_bytes(bytes)
    };
    let small = |at: usize| u32::try_from(number(at) >> 32).expect("half of it fits");
    let mark = StepId { step: small(0), begun: small(4) };
    let words = String::from_utf8_lossy(numbers).into_owned();
    let depth = *depth;
    let press = match kind % 25 {
        0 => Press::Ready(None),
        1 => Press::Ready(Some(mark)),
        2 => Press::Decline,
        3 => Press::Start,
        4 => Press::Rules,
        5 => Press::Board(words),
        6 => Press::Record,
        7 => Press::Verify,
        8 => Press::Resign,
        9 => Press::Order,
        10 => Press::Pick { mark, depth },
        11 => Press::Part { mark, depth },
        12 => Press::StartOver(mark),
        13 => Press::Seal { mark, draft: depth.to_string(), word: words },
        14 => Press::Back { mark, depth },
        15 => Press::Sheet { number: depth, book: None },
        16 => Press::Sheet { number: depth, book: Some(Book { game: "game".to_owned(), preset: words }) },
        17 => Press::Section(Some(Book { game: "game".to_owned(), preset: words })),
        18 => Press::Details,
        19 => Press::Agree(Snowflake(number(8))),
        20 => Press::HostPanel(PanelPress::Do(Snowflake(number(8)))),
        21 => Press::HostPanel(PanelPress::Log(u16::from(depth))),
        22 => Press::HostPanel(PanelPress::More(Revision { mark, rulings: u32::from(depth), over: depth % 2 == 0 })),
        23 => Press::Replay,
        _ => Press::Typed(number(8)),
    };
    let id = MatchPressId::new(MatchId(number(1).cast_signed()), press);
    assert_eq!(read_id(&id.to_string()), Ok(id), "what is written reads back");
}
