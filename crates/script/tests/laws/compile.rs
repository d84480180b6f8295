//! The law: any text compiles, or is refused with a position in the text.

use deathmatch_script::{ErrorKind, Host, Program};

pub fn law(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else { return };
    let host = Host { functions: vec!["ask".to_owned()], ..Host::default() };
    let Err(error) = Program::compile_for("fuzz.py", source, &host) else { return };
    assert_eq!(error.kind, ErrorKind::Syntax, "{error}");
    let lines = source.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let line = lines.split('\n').nth(error.line as usize - 1).expect("the line of the error is in the text");
    assert!(error.column as usize <= line.chars().count() + 1, "{error}");
    let hidden = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!error.to_string().contains(hidden), "{error:?}");
    assert!(error.to_string().len() < 1_500, "the error is long: {error}");
}
