fn main() {
    for path in std::env::args().skip(1) {
        let began = std::time::Instant::now();
        let source = std::fs::read_to_string(&path).unwrap();
        match deathmatch_gamefile::Loaded::read(&path, &source) {
            Err(error) => println!("{error}"),
            Ok(game) => {
                println!("loaded in {:?}", began.elapsed());
                match deathmatch_gamefile::check(&game, None) {
                    Ok(checked) => println!("{}", checked.lines.join("\n")),
                    Err(error) => println!("{error}"),
                }
            }
        }
        println!("{:?}", began.elapsed());
    }
}
