//! Inputs that no client sends.

/// Returns texts that are no order, option or name.
pub fn odd_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "\u{0}",
        "samurai\u{0}",
        "\u{202e}iarumas",
        "\u{200b}\u{200c}\u{200d}",
        "\u{feff}",
        "\u{301}\u{301}\u{301}",
        "👩‍👩‍👧‍👦🏴‍☠️",
        "@everyone",
        "<@1> <@&2> <#3> </x:4> <t:5:R>",
        "[x](https://example.com)",
        "||x|| `x` ```x```",
        "שלום עולם",
        "\u{1f600}=\u{1f600}",
        "a=\u{0}",
        "unit_s=\u{202e}09",
        "' OR 1=1 --",
        "{\"a\":",
        "%s%n\\u0000",
        "\u{d7ff}\u{10ffff}",
        "=",
        ">",
        ",",
        ">>,,>",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.extend([
        "x".repeat(4_000),
        "é".repeat(4_000),
        "😀".repeat(2_000),
        "a ".repeat(2_000),
        "blue-mage>".repeat(400),
    ]);
    texts
}

/// Returns custom ids that a person could forge for a match with this running prompt, and for choices under them.
pub fn forged_ids(m: i64, mark: &str) -> Vec<String> {
    let mut ids: Vec<String> = [
        "",
        "x",
        "dm1",
        "dm1:",
        "dm1:1",
        "dm1:1:",
        "dm1:1:fly",
        "dm0:1:order",
        "DM1:1:order",
        " dm1:1:order",
        "dm1:1:order:",
        "\u{0}",
        "dm1:99999999999999999999:order",
        "dm1:1:pick",
        "dm1:1:pick:1",
        "dm1:1:pick:1.",
        "dm1:1:pick:1.0:256",
        "dm1:1:pick:-1.0:0",
        "dm1:1:seal:1.0",
        "dm1:1:typed:x",
        "dm1:1:typed:-1",
        "dm1:+1:order",
        "dm1:١:order",
    ]
    .map(str::to_owned)
    .to_vec();
    ids.extend([format!("dm1:{m}:seal:{mark}:0:{}", "x".repeat(4_000)), "é".repeat(200)]);
    let with_mark = ["ready", "over"].map(|verb| format!("{verb}:{mark}"));
    let chosen = ["pick", "part"].map(|verb| format!("{verb}:{mark}:0"));
    let deep = ["pick", "part"].map(|verb| format!("{verb}:{mark}:255"));
    let sealed = ["", "@everyone", "samurai samurai", "\u{0}"].map(|word| format!("seal:{mark}:0:{word}"));
    let plain = [
        "ready",
        "decline",
        "start",
        "rules",
        "board:",
        "board:x",
        "record",
        "verify",
        "order",
        "typed:0",
        "typed:1",
        "predict:ec",
        "predict:x",
    ];
    let typed = format!("typed:{}", u64::MAX);
    let verbs = plain.iter().map(|verb| (*verb).to_owned()).chain([typed]);
    let verbs: Vec<String> = verbs.chain(with_mark).chain(chosen).chain(deep).chain(sealed).collect();
    ids.extend(verbs.into_iter().map(|verb| format!("dm1:{m}:{verb}")));
    ids
}
