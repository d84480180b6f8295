//! A list of mistakes in a match's terms, in words.

/// Names all mistakes in the terms of a match.
pub fn mistakes(each: &[String]) -> String {
    match each {
        [only] => only.clone(),
        several => format!("**{} mistakes.**\n- {}", several.len(), several.join("\n- ")),
    }
}
