//! A page's data, decoded from its HTML.

use serde_json::Value;

use deathmatch_draw::{Drawing, Element, Sheet, Words};
use deathmatch_rules::game::{Align, Weight};

/// The content of a page.
pub struct Page {
    pub data: Value,
    /// For each viewer and moment, the picture's elements in a form of this test.
    pub frames: Vec<Vec<Vec<String>>>,
}

/// The JSON of a page.
pub fn json(html: &str) -> &str {
    let (_, after) = html.split_once("<script type=\"application/json\" id=\"match\">").expect("a page has data");
    after.split_once("</script>").expect("the data ends").0
}

fn number(value: &Value) -> String {
    value.as_f64().expect("a number").to_string()
}

fn at(values: &Value, index: &Value) -> Value {
    values[usize::try_from(index.as_u64().expect("a place")).expect("fits")].clone()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

impl Page {
    pub fn read(html: &str) -> Self {
        let data: Value = serde_json::from_str(json(html)).expect("the data is JSON");
        let pool = &data["pool"];
        let item = |item: &Value| {
            let by = at(&pool["places"], &item[0]);
            let by = format!("{} {}", number(&by[0]), number(&by[1]));
            match item.as_array().expect("an item").len() {
                2 => format!("{by} shape {}", text(&item[1])),
                6 => {
                    let numbers: Vec<_> = (1..5).map(|index| number(&item[index])).collect();
                    format!("{by} drawing {} {}", numbers.join(" "), text(&at(&pool["drawings"], &item[5])))
                }
                8 => {
                    let numbers: Vec<_> = (1..6).map(|index| number(&item[index])).collect();
                    let colour = text(&at(&pool["colours"], &item[6]));
                    format!("{by} words {} {colour} {}", numbers.join(" "), text(&item[7]))
                }
                other => panic!("an item of {other} values"),
            }
        };
        let items: Vec<String> = pool["items"].as_array().expect("items").iter().map(item).collect();
        let frames = data["frames"].as_array().expect("frames").iter().map(|hunks| shown(hunks, &items)).collect();
        Self { data, frames }
    }

    pub fn moments(&self) -> &[Value] {
        self.data["moments"].as_array().expect("moments")
    }

    /// The lines that a viewer was told in a moment.
    pub fn told(&self, moment: usize, viewer: usize) -> Vec<String> {
        let told = self.moments()[moment]["told"][viewer].as_array().expect("texts");
        told.iter().map(|number| text(&at(&self.data["texts"], number))).collect()
    }

    pub fn height(&self) -> f32 {
        serde_json::from_value(self.data["height"].clone()).expect("a height")
    }
}

fn shown(hunks: &Value, items: &[String]) -> Vec<Vec<String>> {
    let mut list: Vec<usize> = Vec::new();
    let frame = |flat: &Value| {
        let mut flat: &[usize] = &serde_json::from_value::<Vec<usize>>(flat.clone()).expect("numbers");
        while let [at, removed, count, rest @ ..] = flat {
            list.splice(at..&(at + removed), rest[..*count].iter().copied());
            flat = &rest[*count..];
        }
        list.iter().map(|&number| items[number].clone()).collect()
    };
    hunks.as_array().expect("frames").iter().map(frame).collect()
}

/// The elements of a card in the same form.
pub fn elements(card: &Sheet) -> Vec<String> {
    let exact = |text: &String| text.parse::<f64>().expect("a number").to_string();
    let layers = card.layers.iter().flat_map(|layer| layer.elements.iter().map(|element| (&layer.by, element)));
    let all = layers.map(|([right, down], element)| {
        let by = format!("{} {}", exact(right), exact(down));
        match element {
            Element::Shape(markup) => format!("{by} shape {markup}"),
            Element::Drawing(Drawing { at: [x, y], scale, opacity, body }) => {
                format!("{by} drawing {} {} {} {} {body}", exact(x), exact(y), exact(scale), exact(opacity))
            }
            Element::Words(Words { at: [x, y], size, weight, align, colour, text }) => {
                let bold = u8::from(*weight == Weight::Bold);
                let anchor = match align {
                    Align::Start => 0,
                    Align::Middle => 1,
                    Align::End => 2,
                };
                format!("{by} words {} {} {} {bold} {anchor} {colour} {text}", exact(x), exact(y), exact(size))
            }
        }
    });
    all.collect()
}
