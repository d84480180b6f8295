//! Laws of replays: a page shows what the table let each viewer see, and nothing in a record breaks out of the page.

mod decoded;
mod films;
mod hosted;
mod hostile;
mod legible;
mod play;
mod positions;
mod posters;
