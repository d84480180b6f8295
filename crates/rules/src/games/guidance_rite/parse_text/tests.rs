use super::*;

fn reads(text: &str) -> String {
    match turn(text, 6) {
        Err(Unreadable) => "unreadable".to_owned(),
        Ok(written) => format!("{written:?}"),
    }
}

#[test]
fn turn_separators_are_interchangeable_or_optional() {
    for (canonical, others) in [
        (
            "b2-b3; monster c4 d4:ne",
            &[
                "b2b3monsterc4d4ne",
                "B2,B3,,Monster;c4-d4 : ne",
                "b2 b3 monster d4:ne c4",
                "\tb2\u{a0}b3 monsterc4d4:ne ",
            ][..],
        ),
        ("b2-b3; rat e1", &["b2b3rate1", "b2-b3 rat-e1"]),
        ("b2-b3 x; rat e1", &["b2b3xrate1"]),
        ("b2-b3; crow c4 d2:n e5:sw", &["b2b3crowc4d2ne5sw", "b2 b3 crow d2:n c4 e5 sw", "b2 b3 crow d2 n e5 sw c4"]),
        (
            "b2-b3; crow c4 d2:n,e,s",
            &["b2-b3 crow c4 d2 n e s", "b2-b3 crow d2:n,e-s;c4", "b2 b3 crow c4 d2:n d2:e d2:s"],
        ),
        ("b2-b3; lizard c4 ne", &["b2b3lizardnec4", "b2b3lizardc4ne", "b2-b3;lizard ne;c4"]),
        (
            "item rotate b2 90; c3-c4; rat e1",
            &[
                "itemrotateb290c3c4rate1",
                "item rotate 90 b2 c3 c4 rat e1",
                "item-rotate-b2--90 c3-c4 rat e1",
                "item rotate b2 090 c3c4 rate1",
            ],
        ),
        ("item honour b2:ne d4:s; c3-c4", &["item honor b2ne d4s c3c4", "itemhonorb2ned4sc3c4"]),
        ("item swap b2 d4; c3-c4 swap", &["itemswapb2d4c3c4swap"]),
        ("pass", &["PASS", " pass "]),
    ] {
        for other in others {
            assert_eq!(reads(other), reads(canonical), "{other}");
            assert_ne!(reads(other), "unreadable", "{other}");
        }
    }
}

#[test]
fn text_outside_the_grammar_is_unreadable() {
    for text in [
        "",
        " ",
        "-",
        "b2",
        "b2-",
        "-b2-b3",
        "b2-b3;",
        "b2-b3 c4",
        "b2-b7",
        "b2-f3",
        "b2-b0",
        "b2-b33",
        "b2:b3",
        "b 2-b3",
        "b2-b3 rat",
        "b2-b3; rat c4 d4",
        "b2-b3; guardian c4",
        "b2-b3; lizard c4",
        "b2-b3; lizard c4 n e",
        "b2-b3; lizard c4:ne",
        "b2-b3; lizard ne",
        "b2-b3; monster c4",
        "b2-b3; monster d4:ne",
        "b2-b3; monster c4 d4:n,e",
        "b2-b3; monster c4 d4 ne b2",
        "b2-b3; monster c4 d4::ne",
        "b2-b3; monster c4: d4:ne",
        "b2-b3; monster c4:ne",
        "b2-b3; crow c4 d2",
        "b2-b3; crow c4:n",
        "b2-b3; crow c4 d2:nes",
        "b2-b3; rat c4; rat d4",
        "b2-b3 swap x",
        "b2-b3; rat c4 swap",
        "rat c4; b2-b3",
        "item rotate b2; c3-c4",
        "item rotate b2 90 90 c3-c4",
        "item rotate45b2; c3-c4",
        "item b2 rotate 90; c3-c4",
        "item honour b2:ne; c3-c4",
        "item honour b2:n,e d4:s; c3-c4",
        "item swap b2; c3-c4",
        "item swap b2 c3; pass",
        "item",
        "pass b2",
        "b2-b3; pass",
        "90",
        "b2-b3 90",
        "+ c3",
        "b2—b3",
        "b2-b3; rat c4 é",
    ] {
        assert_eq!(reads(text), "unreadable", "{text}");
    }
    assert_eq!(turn("b5-b6", 5), Err(Unreadable));
}

#[test]
fn claims_and_placements_parse() {
    let squares = |text: &str| {
        claim(text, 5).map(|squares| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    for text in ["b2 d4", "B2,D4", "b2d4", " b2 , ,d4 "] {
        assert_eq!(squares(text).as_deref(), Ok("b2 d4"), "{text}");
    }
    assert_eq!(squares("d4 b2 a1").as_deref(), Ok("d4 b2 a1"));
    for text in ["", ",b2", "b2,", "b", "b6", "f1", "b2-d4", "b 2", "b2 d", "b2;d4", "2b", "b22"] {
        assert_eq!(squares(text), Err(Unreadable), "{text}");
    }
    for (text, shape) in [("+ c3", "+"), ("+c3", "+"), ("x c3", "x"), ("XC3", "x"), (" +  C3 ", "+")] {
        assert_eq!(
            place(text, 5).map(|(shape, square)| (shape.id(), square.to_string())),
            Ok((shape, "c3".to_owned()))
        );
    }
    for text in ["c3", "+", "+ c6", "+ c33", "* c3", "x", "+-c3", "+ c3 d4", "x,c3"] {
        assert_eq!(place(text, 5), Err(Unreadable), "{text}");
    }
}
