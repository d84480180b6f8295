//! A match's messages as one self-contained HTML page.
//!
//! - The input is Discord's message JSON as a person's client sees it. The page knows no game.
//! - All message text is escaped. Pictures are data URLs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::draw;
use crate::sandbox::Seen;

/// The largest page, in bytes. Pictures are scaled down to fit.
const LARGEST: usize = 4_800_000;
/// The largest factor by which a picture's width and height are divided.
const SMALLEST: usize = 4;

/// One conversation of a transcript, as one person sees it.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// The channel, such as `#death-match`, or the partner of a direct conversation.
    pub title: String,
    /// A few words under the title.
    pub note: String,
    /// Messages, oldest first.
    pub messages: Vec<Seen>,
}

/// Writes the page with a column for each conversation; later messages are lower, across all columns. `names` maps user
/// ids to display names, `files` maps attachment URLs to bytes.
pub fn page(
    title: &str,
    conversations: &[Conversation],
    names: &BTreeMap<String, String>,
    files: &BTreeMap<String, Vec<u8>>,
) -> String {
    let words = written(title, conversations, names, &BTreeMap::new()).len();
    written(title, conversations, names, &within(files, LARGEST.saturating_sub(words)))
}

/// Scales all pictures down by the same factor, until their base64 fits into `bytes` or the factor is [`SMALLEST`].
fn within(files: &BTreeMap<String, Vec<u8>>, bytes: usize) -> BTreeMap<String, Vec<u8>> {
    let mut all = files.clone();
    for by in 2..=SMALLEST {
        if all.values().map(|file| file.len().div_ceil(3) * 4).sum::<usize>() <= bytes {
            break;
        }
        let made = |file: &Vec<u8>| draw::smaller(file, by).unwrap_or_else(|| file.clone());
        all = files.iter().map(|(url, file)| (url.clone(), made(file))).collect();
    }
    all
}

fn written(
    title: &str,
    conversations: &[Conversation],
    names: &BTreeMap<String, String>,
    files: &BTreeMap<String, Vec<u8>>,
) -> String {
    let mut body = String::new();
    for (column, conversation) in conversations.iter().enumerate() {
        let _ = write!(
            body,
            "<section style=\"grid-column:{}\"><h2>{}</h2><p class=note>{}</p></section>",
            column + 1,
            escape(&conversation.title),
            escape(&conversation.note)
        );
    }
    for (row, column, message) in placed(conversations) {
        let place = format!("grid-row:{};grid-column:{}", row + 2, column + 1);
        body.push_str(&self::message(message, &conversations[column].title, &place, names, files));
    }
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width,initial-scale=1\">\
         <title>{0}</title><style>{STYLE}</style><h1>{0}</h1><main>{body}</main></html>\n",
        escape(title)
    )
}

/// Returns every message by time with its row and column. No message is above an earlier one.
fn placed(conversations: &[Conversation]) -> Vec<(usize, usize, &Value)> {
    let mut all: Vec<_> = conversations
        .iter()
        .enumerate()
        .flat_map(|(column, conversation)| conversation.messages.iter().map(move |message| (column, message.json())))
        .collect();
    // Ids increase with time.
    all.sort_by_key(|(_, message)| text(&message["id"]).parse::<u64>().unwrap_or(0));
    let (mut row, mut taken) = (0, vec![false; conversations.len()]);
    all.into_iter()
        .map(|(column, message)| {
            if taken[column] {
                row += 1;
                taken.fill(false);
            }
            taken[column] = true;
            (row, column, message)
        })
        .collect()
}

const STYLE: &str = "\
*{box-sizing:border-box}body{margin:0;padding:24px;background:#1e1f22;color:#dbdee1;font:16px/1.4 system-ui,sans-serif}\
h1{margin:0 0 16px;font-size:22px}main{display:grid;grid-template-columns:minmax(0,2fr);grid-auto-columns:minmax(0,1fr);gap:8px 16px;align-items:start}\
section{position:sticky;top:0;z-index:1;grid-row:1;background:#1e1f22;padding:8px 16px;border-bottom:1px solid #3f4147}h2{margin:0;font-size:17px}\
.note{margin:2px 0 0;color:#949ba4;font-size:13px}article{background:#313338;border-radius:8px;padding:10px 16px;overflow-wrap:anywhere}\
article::before{display:none;content:attr(data-in);color:#949ba4;font-size:12px}\
@media(max-width:1100px){main{display:block}section{display:none}article{margin:0 0 8px}article::before{display:block}}\
header{font-size:15px;font-weight:600}\
header b{font-weight:600;color:#f2f3f5}time{margin-left:8px;color:#949ba4;font-size:12px;font-weight:400}\
.bot{background:#5865f2;color:#fff;border-radius:4px;padding:0 5px;margin-left:6px;font-size:11px;vertical-align:1px}\
.only{color:#949ba4;font-size:12px}img{display:block;max-width:100%;margin-top:6px;border-radius:8px}\
.embed{border-left:4px solid #5865f2;background:#2b2d31;border-radius:4px;padding:8px 12px;margin-top:6px}\
.embed h4{margin:0 0 4px}.embed footer{margin-top:6px;color:#949ba4;font-size:12px}dl{margin:6px 0 0}dt{font-weight:600;font-size:13px}dd{margin:0 0 6px}\
.row{display:flex;flex-wrap:wrap;gap:6px;margin-top:6px}.row span{background:#4e5058;border-radius:4px;padding:3px 10px;font-size:13px}\
.row span.off{opacity:.5}.row span.menu{background:#1e1f22;flex:1;min-width:12em}\
mark{background:#3c4270;color:#c9cdfb;border-radius:3px;padding:0 2px}code{background:#1e1f22;border-radius:3px;padding:0 3px}\
blockquote{margin:2px 0;padding-left:10px;border-left:3px solid #4e5058}h3{margin:6px 0;font-size:16px}ul{margin:4px 0;padding-left:20px}";

fn message(
    message: &Value,
    conversation: &str,
    place: &str,
    names: &BTreeMap<String, String>,
    files: &BTreeMap<String, Vec<u8>>,
) -> String {
    let author = &message["author"];
    let id = author["id"].as_str().unwrap_or_default();
    let name = names.get(id).cloned().unwrap_or_else(|| text(&author["username"]).to_owned());
    let mut out =
        format!("<article style=\"{place}\" data-in=\"{}\"><header><b>{}</b>", escape(conversation), escape(&name));
    if author["bot"].as_bool() == Some(true) {
        out.push_str("<span class=bot>BOT</span>");
    }
    let stamp = text(&message["timestamp"]);
    let _ = write!(out, "<time>{}</time></header>", escape(stamp.get(11..19).unwrap_or(stamp)));
    out.push_str(&markdown(text(&message["content"]), names));
    for embed in items(&message["embeds"]) {
        out.push_str("<div class=embed>");
        if !text(&embed["title"]).is_empty() {
            let _ = write!(out, "<h4>{}</h4>", inline(text(&embed["title"]), names));
        }
        out.push_str(&markdown(text(&embed["description"]), names));
        let fields = items(&embed["fields"]);
        if !fields.is_empty() {
            out.push_str("<dl>");
            for field in fields {
                let _ = write!(
                    out,
                    "<dt>{}</dt><dd>{}</dd>",
                    inline(text(&field["name"]), names),
                    markdown(text(&field["value"]), names)
                );
            }
            out.push_str("</dl>");
        }
        let footer = text(&embed["footer"]["text"]);
        if !footer.is_empty() {
            // Discord shows footers without Markdown.
            let lines: Vec<_> = footer.lines().map(escape).collect();
            let _ = write!(out, "<footer>{}</footer>", lines.join("<br>"));
        }
        out.push_str("</div>");
    }
    for file in items(&message["attachments"]) {
        let alt = escape(text(&file["description"]));
        match files.get(text(&file["url"])) {
            Some(bytes) if text(&file["content_type"]).starts_with("image/") => {
                let _ = write!(
                    out,
                    "<img alt=\"{alt}\" title=\"{alt}\" src=\"data:{};base64,{}\">",
                    escape(text(&file["content_type"])),
                    STANDARD.encode(bytes)
                );
            }
            _ => {
                let _ = write!(out, "<div class=row><span>{}</span></div>", escape(text(&file["filename"])));
            }
        }
    }
    for row in items(&message["components"]) {
        out.push_str("<div class=row>");
        for part in items(&row["components"]) {
            let menu = part["type"].as_u64() == Some(3);
            let label = if menu { text(&part["placeholder"]) } else { text(&part["label"]) };
            let class = match (menu, part["disabled"].as_bool() == Some(true)) {
                (true, _) => "menu",
                (false, true) => "off",
                (false, false) => "",
            };
            let _ = write!(out, "<span class=\"{class}\">{}{}</span>", escape(label), if menu { " ▾" } else { "" });
        }
        out.push_str("</div>");
    }
    if message["ephemeral"].as_bool() == Some(true) {
        out.push_str("<div class=only>Only this player saw this</div>");
    }
    out.push_str("</article>");
    out
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Renders block-level Markdown: headings, quotes, list items and lines.
fn markdown(source: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut in_list = false;
    for line in source.lines() {
        let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        if item.is_some() != in_list {
            out.push_str(if in_list { "</ul>" } else { "<ul>" });
            in_list = !in_list;
        }
        let heading =
            line.strip_prefix("### ").or_else(|| line.strip_prefix("## ")).or_else(|| line.strip_prefix("# "));
        let _ = if let Some(item) = item {
            write!(out, "<li>{}</li>", inline(item, names))
        } else if let Some(heading) = heading {
            write!(out, "<h3>{}</h3>", inline(heading, names))
        } else if let Some(quote) = line.strip_prefix("> ") {
            write!(out, "<blockquote>{}</blockquote>", inline(quote, names))
        } else if let Some(small) = line.strip_prefix("-# ") {
            write!(out, "<div class=only>{}</div>", inline(small, names))
        } else {
            write!(out, "<div>{}</div>", inline(line, names))
        };
    }
    if in_list {
        out.push_str("</ul>");
    }
    out
}

/// Renders bold, italic, code, mentions and times inside a line.
fn inline(source: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = source;
    let mut before = ' ';
    'next: while let Some(first) = rest.chars().next() {
        if first == '\\' {
            let kept = rest.chars().nth(1).map_or(1, |c| 1 + c.len_utf8());
            out.push_str(&escape(&rest[1..kept]));
            rest = &rest[kept..];
            continue;
        }
        for (mark, tag) in [("**", "strong"), ("__", "u"), ("`", "code"), ("*", "em"), ("_", "em")] {
            let Some(inside) = rest.strip_prefix(mark).filter(|inside| !inside.starts_with(char::is_whitespace)) else {
                continue;
            };
            if mark == "_" && before.is_alphanumeric() {
                continue;
            }
            let Some(end) = inside.find(mark).filter(|&end| end > 0) else { continue };
            let words = if tag == "code" { escape(&inside[..end]) } else { inline(&inside[..end], names) };
            let _ = write!(out, "<{tag}>{words}</{tag}>");
            rest = &inside[end + mark.len()..];
            before = '*';
            continue 'next;
        }
        if let Some((shown, after)) = reference(rest, names) {
            out.push_str(&shown);
            rest = after;
            continue;
        }
        out.push_str(&escape(&rest[..first.len_utf8()]));
        before = first;
        rest = &rest[first.len_utf8()..];
    }
    out
}

/// Renders `<@ID>`, `<#ID>` or `<t:SECONDS:STYLE>` at the start of a text. Returns the HTML and the rest of the text.
fn reference<'a>(source: &'a str, names: &BTreeMap<String, String>) -> Option<(String, &'a str)> {
    let (inside, after) = source.strip_prefix('<')?.split_once('>')?;
    let shown = if let Some(id) = inside.strip_prefix('@') {
        format!("@{}", names.get(id.trim_start_matches(['!', '&'])).map_or("someone", String::as_str))
    } else if let Some(id) = inside.strip_prefix('#') {
        format!("#{}", names.get(id).map_or("channel", String::as_str))
    } else {
        let seconds = inside.strip_prefix("t:")?.split(':').next()?.parse().ok()?;
        chrono::DateTime::from_timestamp(seconds, 0)?.format("%H:%M:%S").to_string()
    };
    Some((format!("<mark>{}</mark>", escape(&shown)), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_from_messages_is_escaped_and_marks_become_tags() {
        let names = BTreeMap::from([("7".to_owned(), "<Ann>".to_owned())]);
        assert_eq!(
            inline("**a<b>** <@7> `x*y*` \\*z\\* <t:3661:R>", &names),
            "<strong>a&lt;b&gt;</strong> <mark>@&lt;Ann&gt;</mark> <code>x*y*</code> *z* <mark>01:01:01</mark>"
        );
        assert_eq!(markdown("- a\n- b\n> c", &names), "<ul><li>a</li><li>b</li></ul><blockquote>c</blockquote>");
    }

    #[test]
    fn what_came_later_stands_further_down_in_every_column() {
        let conversation = |title: &str, ids: &[u64]| Conversation {
            title: title.to_owned(),
            note: String::new(),
            messages: ids
                .iter()
                .map(|id| Seen::new(serde_json::json!({ "id": id.to_string(), "content": format!("m{id}") })))
                .collect(),
        };
        let all = [conversation("#a", &[1, 4, 9]), conversation("b", &[2, 3, 10])];
        let rows: Vec<_> = placed(&all).into_iter().map(|(row, column, one)| (text(&one["id"]), row, column)).collect();
        assert_eq!(rows, [("1", 0, 0), ("2", 0, 1), ("3", 1, 1), ("4", 1, 0), ("9", 2, 0), ("10", 2, 1)]);
        let page = page("A <match>", &all, &BTreeMap::new(), &BTreeMap::new());
        assert!(page.contains("<article style=\"grid-row:3;grid-column:2\" data-in=\"b\">"), "{page}");
    }

    #[test]
    fn pictures_are_as_small_as_there_is_room_for() {
        let picture = include_bytes!("../../docs/board.png").to_vec();
        let files: BTreeMap<_, _> = ["a", "b"].map(|url| (url.to_owned(), picture.clone())).into();
        let sizes = |bytes| within(&files, bytes).values().map(Vec::len).sum::<usize>();
        let whole = 2 * picture.len().div_ceil(3) * 4;
        assert_eq!(sizes(whole), 2 * picture.len());
        let half = sizes(whole - 1);
        assert!(half < picture.len(), "{half}");
        assert!((1..half).contains(&sizes(half)), "the smallest that there is, in base64 a third larger");
    }

    #[test]
    fn an_embed_has_its_footer() {
        let embeds = serde_json::json!([{ "title": "Round 1", "footer": { "text": "Receipts: <a> *b*\nsecond" } }]);
        let messages = vec![Seen::new(serde_json::json!({ "id": "1", "embeds": embeds }))];
        let all = [Conversation { title: String::new(), note: String::new(), messages }];
        let page = page("A match", &all, &BTreeMap::new(), &BTreeMap::new());
        assert!(page.contains("<footer>Receipts: &lt;a&gt; *b*<br>second</footer>"), "{page}");
    }

    #[test]
    fn an_unclosed_mark_is_only_a_character() {
        assert_eq!(inline("2 * 3 ** 4 <", &BTreeMap::new()), "2 * 3 ** 4 &lt;");
    }
}
