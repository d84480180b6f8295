//! Solvers on the command line.

use std::process::ExitCode;

use clap::Parser;
use deathmatch_arena::Exploit;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    exploit: Exploit,
}

fn run(words: &str) -> ExitCode {
    let words = std::iter::once("exploit").chain(words.split_whitespace());
    Cli::try_parse_from(words).expect("it can be read").exploit.run()
}

#[test]
fn unanswerable_questions_are_refused() {
    for words in [
        "--game chess --policy level5",
        "--game knights --policy level5",
        "--game warriors-death --policy greedy",
        "--game warriors-death --policy level3",
        "--game warriors-death --policy random --plays 2",
        "--game warriors-death --policy level1 --plays 2 --by greedy",
    ] {
        assert_eq!(run(words), ExitCode::from(2), "{words}");
    }
    for words in ["--game knights", "--game warriors-death --policy level1 --by level2", "--policy level1"] {
        let words = std::iter::once("exploit").chain(words.split_whitespace());
        assert!(Cli::try_parse_from(words).is_err());
    }
}

#[test]
fn best_answer_to_a_level_is_found() {
    assert_eq!(run("--game warriors-death --policy level1 --by level2 --plays 2"), ExitCode::SUCCESS);
}
