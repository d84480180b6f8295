//! Laws of replays: what a page shows is what the table let each viewer see, and nothing that a record contains breaks out of it.

mod decoded;
mod films;
mod hosted;
mod hostile;
mod play;
mod positions;
mod posters;
