//! Turns a file's picture blocks into shapes and into a description in words.

use deathmatch_rules::game::{Align, Ink, Scene, Seat, Shape, Text, Weight};
use deathmatch_script::{Machine, Value};
use deathmatch_spelling::meant;

use crate::sanitise::{TEXT, fitted};

/// The most shapes of a picture, its greatest and least height, and the deepest nesting of blocks.
const SHAPES: usize = 3_000;
const HEIGHT: f32 = 1_250.0;
const LEAST: f32 = 280.0;
const DEPTH: usize = 6;

/// The most items of a block.
const ITEMS: usize = 1_000;

/// The most characters of the description of free shapes, with long names.
const ALT: usize = 1_000;

const GAP: f32 = 16.0;

/// The size of small print.
const SMALL: f32 = Scene::LEGIBLE;

/// The error for a malformed free shape.
const SHAPE: &str = "a shape is (\"rect\", x, y, width, height, colour), (\"line\", x, y, x2, y2, colour), \
     (\"circle\", x, y, radius, colour), (\"ring\", x, y, radius, width, colour), (\"token\", x, y, radius, seat, words), \
     (\"text\", x, y, size, colour, words) or (\"polygon\", [x, y, …], colour); a line may end with its width, \
     a text with \"bold\", \"left\" or \"bold left\"";

/// A picture and its description.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    pub height: f32,
    pub shapes: Vec<Shape>,
    pub alt: String,
    /// Whether a card has no words: its text is empty, without `alt` and `back`.
    pub wordless: bool,
    /// The fault that prevented the picture.
    pub fault: Option<String>,
    /// The error about a shape outside of the picture, in words for the file's author.
    pub outside: Option<String>,
}

/// Returns the substitute for a picture that cannot be drawn.
pub fn fault(fault: &str) -> Drawn {
    // The message may show hidden values; its position does not.
    let place = fault.split_whitespace().next().and_then(|place| place.strip_suffix(':'));
    // Of the file's path, its name is enough.
    let place = place.filter(|place| place.contains(':')).and_then(|place| place.rsplit('/').next());
    let place = place.map_or_else(String::new, |place| format!(" at {place}"));
    let words = format!("The picture cannot be drawn: the game's file has a fault{place}.");
    let at = [Scene::WIDTH / 2.0, 60.0];
    let shapes = vec![Shape::plain(at, SMALL, Align::Middle, Ink::Muted, Text::new(words.as_str()))];
    Drawn { height: LEAST, shapes, alt: words, wordless: false, fault: Some(fault.to_owned()), outside: None }
}

/// Draws the result of `scene`: a block, or a list of blocks from top to bottom.
pub fn draw(machine: &Machine, blocks: Value) -> Result<Drawn, String> {
    let mut pen = Pen { machine, shapes: Vec::new(), alt: Vec::new(), wordless: false };
    let height = pen.stack(blocks, Area { left: 0.0, top: 8.0, width: Scene::WIDTH }, 0)?;
    if pen.shapes.len() > SHAPES || height > HEIGHT {
        return Err("the picture is too large".to_owned());
    }
    let alt = pen.alt.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(". ");
    let alt = if alt.is_empty() { alt } else { alt + "." };
    let height = (height + 16.0).max(LEAST);
    let outside = pen.shapes.iter().find_map(|shape| outside(shape, height));
    Ok(Drawn { height, shapes: pen.shapes, alt, wordless: pen.wordless, fault: None, outside })
}

/// Returns an error if a shape leaves the picture. Of a text, only its anchor is checked.
fn outside(shape: &Shape, height: f32) -> Option<String> {
    /// Frames are drawn across their edge.
    const EDGE: f32 = 6.0;
    let square = |[x, y]: [f32; 2], [width, height]: [f32; 2]| vec![[x, y], [x + width, y + height]];
    let points = match shape {
        Shape::Rect { at: [x, y, width, height], .. } if *width > 0.0 && *height > 0.0 => {
            square([*x, *y], [*width, *height])
        }
        Shape::Rect { .. } => return Some("a block has no room: put fewer things side by side".to_owned()),
        Shape::Token { centre: [x, y], radius, .. } => square([x - radius, y - radius], [2.0 * radius; 2]),
        Shape::Polygon { points, .. } | Shape::Line { points, .. } => points.clone(),
        Shape::Text { at, .. } => vec![*at],
        Shape::Sprite { at: [x, y, side], .. } => square([*x, *y], [*side; 2]),
    };
    let out = points
        .into_iter()
        .find(|[x, y]| !(-EDGE..=Scene::WIDTH + EDGE).contains(x) || !(-EDGE..=height + EDGE).contains(y));
    out.map(|[x, y]| {
        let wide = Scene::WIDTH;
        format!("something is drawn at ({x:.0}, {y:.0}), outside of the picture, which is {wide} wide and here {height:.0} high")
    })
}

#[derive(Clone, Copy)]
struct Area {
    left: f32,
    top: f32,
    width: f32,
}

struct Pen<'a> {
    machine: &'a Machine,
    shapes: Vec<Shape>,
    alt: Vec<String>,
    wordless: bool,
}

/// A value's entries by name.
struct Block<'a> {
    machine: &'a Machine,
    entries: Vec<(Value, Value)>,
}

impl<'a> Block<'a> {
    fn of(machine: &'a Machine, value: Value) -> Option<Self> {
        Some(Self { machine, entries: machine.entries(value)? })
    }

    fn get(&self, name: &str) -> Option<Value> {
        let entry = self.entries.iter().find(|(key, _)| self.machine.text(*key) == Some(name));
        entry.map(|(_, value)| *value).filter(|value| *value != Value::None)
    }

    fn text(&self, name: &str) -> Option<String> {
        words(self.machine, self.get(name)?)
    }

    /// Returns a text, or up to four texts of a list.
    fn several(&self, name: &str) -> Vec<String> {
        match self.get(name).and_then(|value| self.machine.items(value)) {
            Some(items) => items.iter().take(4).filter_map(|item| words(self.machine, *item)).collect(),
            None => self.text(name).into_iter().collect(),
        }
    }

    fn items(&self, name: &str) -> &'a [Value] {
        let items = self.get(name).and_then(|value| self.machine.items(value)).unwrap_or_default();
        &items[..items.len().min(ITEMS)]
    }

    fn ink(&self, name: &str) -> Result<Option<Ink>, String> {
        self.get(name).map(|value| ink(self.machine, value)).transpose()
    }

    fn is_set(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Bool(true)))
    }
}

/// The radius of a square's corners.
fn corners([_, _, width, height]: [f32; 4]) -> f32 {
    width.min(height) / 8.0
}

/// Returns the seats whose tokens lie on a square.
fn seats(block: &Block<'_>) -> Vec<Seat> {
    block.several("seat").iter().filter_map(|seat| seat.parse().ok()).collect()
}

/// The colour of a square's frame.
fn mark(block: &Block<'_>) -> Result<Option<Ink>, String> {
    match block.get("mark") {
        None | Some(Value::Bool(false)) => Ok(None),
        Some(Value::Bool(true)) => Ok(Some(Ink::Accent)),
        Some(colour) => ink(block.machine, colour).map(Some),
    }
}

/// Describes a square by its `alt` or its contents.
fn description(block: &Block<'_>) -> Option<String> {
    if let Some(alt) = block.text("alt") {
        return Some(alt).filter(|alt| !alt.is_empty());
    }
    let seats = block.several("seat").into_iter();
    let seats = seats.map(|seat| if seat.is_empty() { seat } else { format!("{{{seat}}}") });
    let (texts, seats): (Vec<_>, Vec<_>) = (block.several("text"), seats.collect());
    let held = if texts.len() == seats.len() && seats.len() > 1 {
        texts.iter().zip(seats).map(|(text, seat)| format!("{text} of {seat}")).collect::<Vec<_>>().join(" and ")
    } else {
        let parts = [texts.join(" and "), block.text("sprite").unwrap_or_default(), seats.join(" and ")];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" of ")
    };
    Some(held).filter(|held| !held.is_empty())
}

/// Writes a value for people.
fn words(machine: &Machine, value: Value) -> Option<String> {
    match value {
        Value::Int(number) => Some(number.to_string()),
        Value::Text(_) => Some(fitted(machine.text(value)?, TEXT)),
        Value::Bool(truth) => Some(if truth { "yes" } else { "no" }.to_owned()),
        _ => None,
    }
}

const INKS: [(&str, Ink); 21] = [
    ("ec", Ink::Ec),
    ("dmo", Ink::Dmo),
    ("ec-dim", Ink::EcDim),
    ("dmo-dim", Ink::DmoDim),
    ("neutral", Ink::Neutral),
    ("good", Ink::Green),
    ("bad", Ink::Red),
    ("accent", Ink::Accent),
    ("light", Ink::Light),
    ("dark", Ink::Dark),
    ("panel", Ink::Panel),
    ("raised", Ink::Raised),
    ("sunk", Ink::Sunk),
    ("edge", Ink::Edge),
    ("words", Ink::Words),
    ("muted", Ink::Muted),
    ("red", Ink::Red),
    ("blue", Ink::Blue),
    ("green", Ink::Green),
    ("yellow", Ink::Yellow),
    ("purple", Ink::Purple),
];

fn ink(machine: &Machine, value: Value) -> Result<Ink, String> {
    let Some(name) = machine.text(value) else { return Err(format!("a colour is a text: {}", inks())) };
    INKS.iter().find(|(each, _)| *each == name).map(|(_, ink)| *ink).ok_or_else(|| {
        let meant = meant(name, INKS.iter().map(|(name, _)| *name));
        let meant = meant.map_or_else(String::new, |meant| format!("; {meant}"));
        format!("`{name}` is no colour; there are {}{meant}", inks())
    })
}

fn inks() -> String {
    INKS.map(|(name, _)| name).join(", ")
}

/// A length in the picture.
#[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
fn length(number: usize) -> f32 {
    number.min(10_000) as f32
}

fn whole(value: Value) -> Option<f32> {
    let Value::Int(number) = value else { return None };
    i16::try_from(number).ok().map(f32::from)
}

impl Pen<'_> {
    fn write(&mut self, at: [f32; 2], size: f32, align: Align, ink: Ink, text: &str, within: f32) {
        let weight = if size > SMALL { Weight::Bold } else { Weight::Regular };
        let text = Text::new(text);
        self.shapes.push(Shape::Text { at, size, weight, align, ink, text, within: Some(within) });
    }

    /// Draws blocks below each other. Returns their lower edge.
    fn stack(&mut self, blocks: Value, area: Area, depth: usize) -> Result<f32, String> {
        if depth > DEPTH {
            return Err("blocks are nested too deeply".to_owned());
        }
        let Some(items) = self.machine.items(blocks) else { return self.block(blocks, area, depth) };
        let mut top = area.top;
        for item in items {
            if *item != Value::None {
                top = self.block(*item, Area { top, ..area }, depth)? + GAP;
            }
        }
        Ok((top - GAP).max(area.top))
    }

    fn block(&mut self, value: Value, area: Area, depth: usize) -> Result<f32, String> {
        if self.shapes.len() > SHAPES {
            return Err("the picture has too many parts".to_owned());
        }
        if let Some(words) = words(self.machine, value) {
            return Ok(self.line(&words, "normal", Ink::Words, area));
        }
        let block = Block::of(self.machine, value).ok_or("`scene` gives blocks, such as `grid_of(…)` or `text(…)`")?;
        match block.text("block").as_deref() {
            Some("grid") => self.grid(&block, area),
            Some("hex") => self.hex(&block, area),
            Some("track") => self.track(&block, area),
            Some("cards") => self.cards(&block, area),
            Some("table") => Ok(self.table(&block, area)),
            Some("counters") => Ok(self.counters(&block, area)),
            Some("dice") => self.dice(&block, area),
            Some("text") => {
                let (size, ink) = (block.text("size").unwrap_or_default(), block.ink("colour")?);
                Ok(self.line(&block.text("words").unwrap_or_default(), &size, ink.unwrap_or(Ink::Words), area))
            }
            Some("row") => self.row(&block, area, depth),
            Some("column") => self.column(&block, area, depth),
            Some("shapes") => self.free(&block, area),
            _ => Err("this is no block of a picture".to_owned()),
        }
    }

    fn line(&mut self, words: &str, size: &str, ink: Ink, area: Area) -> f32 {
        let size = match size {
            "big" => 44.0,
            "small" => SMALL,
            _ => 30.0,
        };
        self.alt.push(words.to_owned());
        self.write([area.left, area.top + size], size, Align::Start, ink, words, area.width);
        area.top + size * 1.3
    }

    fn row(&mut self, block: &Block<'_>, area: Area, depth: usize) -> Result<f32, String> {
        let shares = block.items("widths").iter().filter_map(|share| whole(*share).filter(|share| *share > 0.0));
        let shares: Vec<_> = shares.chain(std::iter::repeat(1.0)).take(block.items("blocks").len()).collect();
        let blocks: Vec<_> =
            block.items("blocks").iter().zip(shares).filter(|(block, _)| **block != Value::None).collect();
        let all: f32 = blocks.iter().map(|(_, share)| share).sum();
        let room = area.width - GAP * length(blocks.len().saturating_sub(1));
        let (mut end, mut left) = (area.top, area.left);
        for (block, share) in blocks {
            let width = room * share / all;
            end = end.max(self.stack(*block, Area { left, top: area.top, width }, depth + 1)?);
            left += width + GAP;
        }
        Ok(end)
    }

    fn column(&mut self, block: &Block<'_>, area: Area, depth: usize) -> Result<f32, String> {
        let Some(blocks) = block.get("blocks") else { return Ok(area.top) };
        let seat: Option<Seat> = block.text("seat").and_then(|seat| seat.parse().ok());
        let lit = block.is_set("lit");
        if seat.is_none() && !lit {
            return self.stack(blocks, area, depth + 1);
        }
        let back = self.shapes.len();
        let inner = Area { left: area.left + GAP, top: area.top + GAP, width: area.width - 2.0 * GAP };
        let end = self.stack(blocks, inner, depth + 1)? + GAP;
        let field = [area.left, area.top, area.width, end - area.top];
        let fill = seat.map_or(Ink::Panel, Ink::seat_dim);
        self.shapes.insert(back, Shape::field(field, 18.0, fill));
        if lit {
            self.shapes.insert(back + 1, Shape::outline(field, 18.0, Ink::Accent, 4.0));
        }
        Ok(end)
    }

    /// Draws the ground of a square; `False` has none.
    fn ground(&mut self, value: Value, at: [f32; 4], plain: Ink) -> Result<(), String> {
        if value == Value::Bool(false) {
            return Ok(());
        }
        let block = Block::of(self.machine, value);
        let fill = block.map(|block| block.ink("fill")).transpose()?.flatten();
        self.shapes.push(Shape::field(at, corners(at), fill.unwrap_or(plain)));
        Ok(())
    }

    /// Draws the contents of a square. Returns their description.
    fn content(&mut self, value: Value, at: [f32; 4]) -> Result<Option<String>, String> {
        let Some(block) = Block::of(self.machine, value) else {
            let shown = words(self.machine, value).filter(|_| value != Value::Bool(false));
            if let Some(words) = &shown {
                self.letters(words, at, Ink::Words);
            }
            return Ok(shown);
        };
        if let Some(ink) = mark(&block)? {
            self.shapes.push(Shape::outline(at, corners(at), ink, 4.0));
        }
        self.held(&block, at)?;
        Ok(description(&block))
    }

    fn held(&mut self, block: &Block<'_>, at: [f32; 4]) -> Result<(), String> {
        let [left, top, width, height] = at;
        let colour = block.ink("colour")?;
        for item in block.items("shapes") {
            let first = self.shapes.len();
            let area = Area { left: 0.0, top: 0.0, width: 100.0 };
            self.put_shape(*item, area)?;
            let placed = self.shapes.split_off(first).into_iter();
            self.shapes.extend(placed.map(|shape| shape.placed(width.min(height) / 100.0, [left, top])));
        }
        let seats = seats(block);
        let texts = block.several("text");
        // Several tokens stand side by side.
        let share = width / length(seats.len().max(1));
        for (number, seat) in seats.iter().enumerate() {
            let radius = share.min(height) * 0.36;
            let centre = [left + (length(number) + 0.5) * share, top + height / 2.0];
            self.token(*seat, centre, radius);
        }
        let centre = [left + width / 2.0, top + height / 2.0];
        let seat = seats.first().copied();
        if let Some(sprite) = block.text("sprite") {
            let side = width.min(height) * 0.7;
            let at = [centre[0] - side / 2.0, centre[1] - side / 2.0, side];
            let second = seat.map_or(Ink::NeutralShade, Ink::seat_shade);
            self.shapes.push(Shape::sprite(sprite, at, colour.or(seat.map(Ink::seat)).unwrap_or(Ink::Neutral), second));
        }
        let ink = colour.unwrap_or(if seat.is_some() { Ink::Ground } else { Ink::Words });
        let share = width / length(texts.len().max(1));
        let high = if texts.len() > 1 { height.min(share) } else { height };
        for (number, text) in texts.iter().enumerate() {
            // On a token, letters stay inside of it.
            let wide = if seat.is_some() { share.min(high) * 0.72 } else { share };
            let left = left + (length(number) + 0.5) * share - wide / 2.0;
            self.letters(text, [left, top + (height - high) / 2.0, wide, high], ink);
        }
        Ok(())
    }

    fn token(&mut self, seat: Seat, centre: [f32; 2], radius: f32) {
        let (fill, stroke) = (Some(Ink::seat(seat)), Some((Ink::seat_shade(seat), 3.0)));
        self.shapes.push(Shape::Token { seat, centre, radius, fill, stroke });
    }

    /// Draws a text in the middle of a field.
    fn letters(&mut self, text: &str, [left, top, width, height]: [f32; 4], ink: Ink) {
        let wide = text.chars().map(|letter| if "MWmw".contains(letter) { 0.9 } else { 0.62 }).sum::<f32>().max(0.62);
        let size = (height * 0.46).min(width * 0.86 / wide).max(14.0);
        let at = [left + width / 2.0, top + height / 2.0 + size * 0.36];
        self.shapes.push(Shape::Text {
            at,
            size,
            weight: Weight::Bold,
            align: Align::Middle,
            ink,
            text: Text::new(text),
            within: Some(width * 0.95),
        });
    }

    /// Returns the cells of a board: the coordinates and the square of each.
    fn cells(&self, block: &Block<'_>) -> Vec<([f32; 2], Value)> {
        let cell = |pair: &Value| match self.machine.items(*pair) {
            Some([cell, square]) => match self.machine.items(*cell) {
                Some([x, y]) => Some(([whole(*x)?, whole(*y)?], *square)),
                _ => None,
            },
            _ => None,
        };
        block.items("cells").iter().filter_map(cell).collect()
    }

    fn grid(&mut self, block: &Block<'_>, area: Area) -> Result<f32, String> {
        let cells = self.cells(block);
        let first = cells.iter().fold([f32::MAX; 2], |[x, y], (cell, _)| [x.min(cell[0]), y.min(cell[1])]);
        let last = cells.iter().fold([0.0_f32; 2], |[x, y], (cell, _)| [x.max(cell[0]), y.max(cell[1])]);
        let (columns, rows) = (last[0] - first[0].min(last[0]) + 1.0, last[1] - first[1].min(last[1]) + 1.0);
        if columns > 30.0 || rows > 30.0 {
            return Err("a grid has at most 30 columns and 30 rows".to_owned());
        }
        let named = block.is_set("names");
        let rim = if named { 34.0 } else { 0.0 };
        let most = block.get("side").and_then(whole).unwrap_or(110.0).max(10.0);
        let side = ((area.width - rim) / columns).min(760.0 / rows).min(most);
        let left = area.left + rim + ((area.width - rim - side * columns) / 2.0).max(0.0);
        let at = |[x, y]: [f32; 2]| {
            [left + (x - first[0]) * side + 2.0, area.top + (y - first[1]) * side + 2.0, side - 4.0, side - 4.0]
        };
        for ([x, y], square) in &cells {
            let plain = if (x + y) % 2.0 == 0.0 { Ink::Panel } else { Ink::Raised };
            self.ground(*square, at([*x, *y]), plain)?;
        }
        let mut held = Vec::new();
        let squares = cells.len();
        for (cell, square) in cells {
            if let Some(words) = self.content(square, at(cell))? {
                held.push((cell, words));
            }
        }
        // In a full row without names, squares are told in their order.
        let is_full_row = !named && rows < 2.0 && held.len() == squares;
        let told = |(cell, words)| if is_full_row { words } else { format!("{} {words}", name(cell)) };
        let held: Vec<String> = held.into_iter().map(told).collect();
        let end = area.top + rows * side;
        if named {
            let size = (side * 0.34).clamp(14.0, SMALL);
            let [mut x, mut y] = first;
            while x <= last[0] {
                let letters = name([x, 0.0]);
                let at = [left + (x - first[0] + 0.5) * side, end + size + 4.0];
                self.write(at, size, Align::Middle, Ink::Muted, &letters[..letters.len() - 1], side);
                x += 1.0;
            }
            while y <= last[1] {
                let at = [left - 10.0, area.top + (y - first[1] + 0.5) * side + size / 3.0];
                self.write(at, size, Align::End, Ink::Muted, &format!("{}", y + 1.0), rim);
                y += 1.0;
            }
        }
        self.alt.push(held.join(", "));
        Ok(if named { end + 38.0 } else { end })
    }

    fn hex(&mut self, block: &Block<'_>, area: Area) -> Result<f32, String> {
        let cells = self.cells(block);
        let reach = cells.iter().fold(0.0_f32, |most, ([q, r], _)| most.max(q.abs()).max(r.abs()));
        if reach > 12.0 {
            return Err("a hexagonal board has at most 12 rings".to_owned());
        }
        let across = 2.0 * reach + 1.0;
        let radius = (area.width / (across * 1.74)).min(760.0 / (across * 1.5 + 0.5)).min(64.0);
        let middle = [area.left + area.width / 2.0, area.top + radius * (1.5 * reach + 1.0)];
        let mut held = Vec::new();
        for ([q, r], square) in cells {
            let centre = [middle[0] + radius * 1.732 * (q + r / 2.0), middle[1] + radius * 1.5 * r];
            let corner = |(x, y): (f32, f32)| [centre[0] + x * radius * 0.96, centre[1] + y * radius * 0.96];
            let corners =
                [(0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5)].map(corner);
            let block = Block::of(self.machine, square);
            let fill = block.as_ref().map(|block| block.ink("fill")).transpose()?.flatten().unwrap_or(Ink::Panel);
            let marked = block.as_ref().map(mark).transpose()?.flatten();
            let stroke = Some(marked.map_or((Ink::Edge, 1.5), |ink| (ink, 4.0)));
            self.shapes.push(Shape::Polygon { points: corners.to_vec(), fill: Some(fill), stroke });
            let field = [centre[0] - radius * 0.7, centre[1] - radius * 0.7, radius * 1.4, radius * 1.4];
            let text = match &block {
                Some(block) => {
                    self.held(block, field)?;
                    description(block)
                }
                None => words(self.machine, square).inspect(|words| self.letters(words, field, Ink::Words)),
            };
            held.extend(text.map(|text| format!("{q},{r} {text}")));
        }
        self.alt.push(held.join(", "));
        Ok(middle[1] + radius * (1.5 * reach + 1.0))
    }

    fn track(&mut self, block: &Block<'_>, area: Area) -> Result<f32, String> {
        let cells = block.items("cells");
        let a_row = cells.len().clamp(1, 20);
        let side = (area.width / length(a_row)).min(92.0);
        let mut held = Vec::new();
        for (number, square) in cells.iter().enumerate() {
            let (x, y) = (length(number % a_row), length(number / a_row));
            let at = [area.left + x * side + 2.0, area.top + y * side + 2.0, side - 4.0, side - 4.0];
            self.ground(*square, at, Ink::Panel)?;
            held.extend(self.content(*square, at)?.map(|words| format!("{} {words}", number + 1)));
        }
        self.alt.push(held.join(", "));
        Ok(area.top + length(cells.len().div_ceil(a_row)) * side)
    }

    fn title(&mut self, block: &Block<'_>, area: Area) -> f32 {
        let Some(title) = block.text("title") else { return area.top };
        self.write([area.left, area.top + SMALL], SMALL, Align::Start, Ink::Muted, &title, area.width);
        area.top + 1.4 * SMALL
    }

    fn cards(&mut self, block: &Block<'_>, area: Area) -> Result<f32, String> {
        const WIDE: f32 = 66.0;
        const HIGH: f32 = 92.0;
        let cards = block.items("cards");
        let top = self.title(block, area);
        let mut names = Vec::new();
        let (mut x, mut y) = (area.left, top);
        let whole = block.ink("colour")?;
        for card in cards {
            if x + WIDE > area.left + area.width + 0.5 {
                (x, y) = (area.left, y + HIGH + 8.0);
            }
            let at = [x, y, WIDE, HIGH];
            let card_block = Block::of(self.machine, *card);
            let of = |name: &str| card_block.as_ref().map(|card| card.ink(name)).transpose().map(Option::flatten);
            let text = match &card_block {
                Some(card) => card.text("text"),
                None => words(self.machine, *card),
            };
            let is_blank = text.is_some();
            let fill = of("fill")?.unwrap_or(if text.is_some() { Ink::Raised } else { Ink::Sunk });
            self.shapes.push(Shape::field(at, 10.0, fill));
            self.shapes.push(Shape::outline(at, 10.0, of("colour")?.or(whole).unwrap_or(Ink::Edge), 2.5));
            let ink = of("colour")?.or(whole).unwrap_or(Ink::Words);
            let said = |name: &str| card_block.as_ref().and_then(|card| card.text(name));
            let below = said("below").filter(|_| text.is_some());
            match (&text, &below) {
                (Some(text), None) => self.letters(text, at, ink),
                (Some(text), Some(below)) => {
                    self.letters(text, [x, y, WIDE, HIGH - 24.0], ink);
                    self.write([x + WIDE / 2.0, y + HIGH - 12.0], 19.0, Align::Middle, ink, below, WIDE - 6.0);
                }
                (None, _) => self.letters("?", at, Ink::Muted),
            }
            let shown = text.map(|text| below.map_or(text.clone(), |below| format!("{text} {below}")));
            let shown = shown.map(|shown| said("alt").unwrap_or(shown)).filter(|shown| !shown.is_empty());
            let back = |is_blank: bool| if is_blank { "blank" } else { "hidden" }.to_owned();
            self.wordless |= is_blank && shown.is_none() && said("back").is_none();
            names.push(shown.or_else(|| said("back")).unwrap_or_else(|| back(is_blank)));
            x += WIDE + 8.0;
        }
        let title = block.text("title").map(|title| title + ": ").unwrap_or_default();
        self.alt.push(format!("{title}{}", if names.is_empty() { "none".to_owned() } else { names.join(", ") }));
        Ok(if cards.is_empty() { top } else { y + HIGH })
    }

    fn table(&mut self, block: &Block<'_>, area: Area) -> f32 {
        const LINE: f32 = 1.6 * SMALL;
        let head: Vec<_> = block.get("head").into_iter().collect();
        let rows: Vec<Value> = head.iter().chain(block.items("rows")).copied().take(60).collect();
        let columns = rows.iter().filter_map(|row| self.machine.items(*row)).map(<[Value]>::len).max().unwrap_or(1);
        let width = area.width / length(columns.max(1));
        for (number, row) in rows.iter().enumerate() {
            let top = area.top + length(number) * LINE;
            let is_head = !head.is_empty() && number == 0;
            if number % 2 == 1 {
                self.shapes.push(Shape::field([area.left, top, area.width, LINE], 6.0, Ink::Panel));
            }
            let mut line = Vec::new();
            for (column, cell) in self.machine.items(*row).unwrap_or_default().iter().enumerate() {
                let text = words(self.machine, *cell).unwrap_or_default();
                let at = [area.left + length(column) * width + 8.0, top + 1.15 * SMALL];
                let ink = if is_head { Ink::Muted } else { Ink::Words };
                self.write(at, SMALL, Align::Start, ink, &text, width - 12.0);
                line.push(text);
            }
            self.alt.push(line.join(" "));
        }
        area.top + length(rows.len()) * LINE
    }

    fn counters(&mut self, block: &Block<'_>, area: Area) -> f32 {
        let pairs = block.items("pairs");
        let width = (area.width + GAP) / length(pairs.len().max(1)) - GAP;
        let mut told = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            let Some([label, value]) = self.machine.items(*pair) else { continue };
            let (label, value) =
                (words(self.machine, *label).unwrap_or_default(), words(self.machine, *value).unwrap_or_default());
            let left = area.left + length(number) * (width + GAP);
            self.shapes.push(Shape::field([left, area.top, width, 96.0], 14.0, Ink::Panel));
            let middle = left + width / 2.0;
            self.write([middle, area.top + 50.0], 40.0, Align::Middle, Ink::Words, &value, width - 16.0);
            self.write([middle, area.top + 83.0], SMALL, Align::Middle, Ink::Muted, &label, width - 16.0);
            told.push(format!("{label} {value}"));
        }
        self.alt.push(told.join(", "));
        area.top + 96.0
    }

    fn dice(&mut self, block: &Block<'_>, area: Area) -> Result<f32, String> {
        const SIDE: f32 = 74.0;
        let top = self.title(block, area);
        let ink = block.ink("colour")?.unwrap_or(Ink::Words);
        let mut told = Vec::new();
        let lit: Vec<_> = block.items("lit").iter().filter_map(|place| whole(*place)).collect();
        let titles = block.items("names");
        for (number, die) in block.items("values").iter().take(12).enumerate() {
            let at = [area.left + length(number) * (SIDE + 10.0), top, SIDE, SIDE];
            self.shapes.push(Shape::field(at, 14.0, Ink::Raised));
            if lit.contains(&length(number)) {
                self.shapes.push(Shape::outline(at, 14.0, Ink::Accent, 4.0));
            }
            let name = titles.get(number).and_then(|name| words(self.machine, *name));
            if let Some(name) = &name {
                let middle = [at[0] + SIDE / 2.0, top + SIDE + SMALL];
                self.write(middle, SMALL, Align::Middle, Ink::Muted, name, SIDE + 8.0);
            }
            let text = words(self.machine, *die);
            match die {
                Value::Int(pips @ 1..=6) => self.pips(*pips, at, ink),
                _ => self.letters(text.as_deref().unwrap_or("?"), at, ink),
            }
            let text = text.unwrap_or_else(|| "hidden".to_owned());
            told.push(name.map_or(text.clone(), |name| format!("{name} {text}")));
        }
        let title = block.text("title").map(|title| title + ": ").unwrap_or_default();
        self.alt.push(format!("{title}{}", told.join(", ")));
        Ok(top + SIDE + if titles.is_empty() { 0.0 } else { 1.4 * SMALL })
    }

    fn pips(&mut self, pips: i64, [left, top, side, _]: [f32; 4], ink: Ink) {
        let places: &[(f32, f32)] = match pips {
            1 => &[(0.5, 0.5)],
            2 => &[(0.28, 0.28), (0.72, 0.72)],
            3 => &[(0.25, 0.25), (0.5, 0.5), (0.75, 0.75)],
            4 => &[(0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)],
            5 => &[(0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)],
            _ => &[(0.28, 0.25), (0.72, 0.25), (0.28, 0.5), (0.72, 0.5), (0.28, 0.75), (0.72, 0.75)],
        };
        let radius = side * 0.085;
        for (x, y) in places {
            let at = [left + side * x - radius, top + side * y - radius, 2.0 * radius, 2.0 * radius];
            self.shapes.push(Shape::field(at, radius, ink));
        }
    }

    /// Draws free shapes: tuples of a kind, whole numbers and a colour.
    fn free(&mut self, block: &Block<'_>, area: Area) -> Result<f32, String> {
        let Some(height) = block.get("height").and_then(whole).filter(|height| (1.0..=HEIGHT).contains(height)) else {
            return Err("`shapes` needs its height, a number from 1 to 1250".to_owned());
        };
        for item in block.items("items") {
            self.put_shape(*item, area)?;
        }
        let alt = block.get("alt").and_then(|alt| self.machine.text(alt)).unwrap_or_default();
        self.alt.push(fitted(alt, ALT));
        Ok(area.top + height)
    }

    /// Draws a free shape. The error names a wrong colour, or all shapes.
    fn put_shape(&mut self, item: Value, area: Area) -> Result<(), String> {
        let item = self.machine.items(item).unwrap_or_default();
        if self.shape(item, area).is_some() {
            return Ok(());
        }
        let place = match item.first().and_then(|kind| self.machine.text(*kind)) {
            Some("rect" | "ring" | "line") => 5,
            Some("circle" | "text") => 4,
            Some("polygon") => 2,
            _ => return Err(SHAPE.to_owned()),
        };
        item.get(place).map_or(Ok(Ink::Words), |colour| ink(self.machine, *colour))?;
        Err(SHAPE.to_owned())
    }

    fn shape(&mut self, item: &[Value], area: Area) -> Option<()> {
        let machine = self.machine;
        let colour = |value: &Value| ink(machine, *value).ok();
        let (x, y) =
            (|value: &Value| Some(whole(*value)? + area.left), |value: &Value| Some(whole(*value)? + area.top));
        let size = |value: &Value| whole(*value).filter(|size| *size > 0.0);
        let shape = match (machine.text(*item.first()?)?, &item[1..]) {
            ("rect", [left, top, width, height, ink]) => {
                Shape::field([x(left)?, y(top)?, size(width)?, size(height)?], 6.0, colour(ink)?)
            }
            ("circle", [left, top, radius, ink]) => {
                let radius = size(radius)?;
                Shape::field([x(left)? - radius, y(top)? - radius, 2.0 * radius, 2.0 * radius], radius, colour(ink)?)
            }
            ("ring", [left, top, radius, wide, ink]) => {
                let radius = size(radius)?;
                let at = [x(left)? - radius, y(top)? - radius, 2.0 * radius, 2.0 * radius];
                Shape::outline(at, radius, colour(ink)?, size(wide)?)
            }
            ("token", [left, top, radius, seat, more @ ..]) if more.len() < 2 => {
                let seat: Seat = machine.text(*seat)?.parse().ok()?;
                let (centre, radius) = ([x(left)?, y(top)?], size(radius)?);
                self.token(seat, centre, radius);
                if let Some(words) = more.first().filter(|more| **more != Value::None) {
                    let at = [centre[0] - radius, centre[1] - radius, 2.0 * radius, 2.0 * radius];
                    self.letters(&crate::picture_blocks::words(machine, *words)?, at, Ink::Ground);
                }
                return Some(());
            }
            ("line", [left, top, right, bottom, ink, more @ ..]) if more.len() < 2 => Shape::Line {
                points: vec![[x(left)?, y(top)?], [x(right)?, y(bottom)?]],
                ink: colour(ink)?,
                width: more.first().map_or(Some(4.0), size)?,
                dash: None,
            },
            ("text", [left, top, letters, ink, text, more @ ..]) if more.len() < 2 => {
                let (at, ink, text) = ([x(left)?, y(top)?], colour(ink)?, Text::new(words(machine, *text)?));
                let (weight, align) = match more.first().map(|more| machine.text(*more)) {
                    None => (Weight::Regular, Align::Middle),
                    Some(Some("bold")) => (Weight::Bold, Align::Middle),
                    Some(Some("left")) => (Weight::Regular, Align::Start),
                    Some(Some("bold left")) => (Weight::Bold, Align::Start),
                    Some(_) => return None,
                };
                Shape::Text { at, size: size(letters)?, weight, align, ink, text, within: None }
            }
            ("polygon", [points, ink]) => {
                let points = machine.items(*points)?;
                let point = |pair: &[Value]| Some([x(&pair[0])?, y(pair.get(1)?)?]);
                let points = points.chunks(2).map(point).collect::<Option<Vec<_>>>()?;
                Shape::Polygon { points, fill: Some(colour(ink)?), stroke: None }
            }
            _ => return None,
        };
        self.shapes.push(shape);
        Some(())
    }
}

/// A cell's name, as `grid.name` gives it.
fn name([x, y]: [f32; 2]) -> String {
    let mut letters = ('a'..='z').map(String::from).chain(('a'..='z').map(|letter| format!("a{letter}")));
    let mut column = 0.0;
    let letter = letters.find(|_| {
        column += 1.0;
        column > x
    });
    format!("{}{}", letter.unwrap_or_default(), y + 1.0)
}
