game(
    id="ultimate-ttt", name="Ultimate Tic-Tac-Toe", version=1,
    by="tradition; seen in Zero's Gambit and Code of Conduct",
    blurb="Nine small boards make one big one, and your cell decides where your rival must play.",
    options={
        "turn_s": seconds(60, "Time for each move"),
        "reserve_s": reserve(180),
        "games": whole(3, 1, 5, "Games without a winner before won boards decide"),
    },
    presets={"standard": {}, "one-game": {"name": "One game", "games": 1}},
    score="boards", unit="boards won", orders="open", advantage="plays X in the first game",
)

PLACES = grid.cells((3, 3))
WORDS = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"]
PLACE = dict(zip(PLACES, WORDS))
LINES = [line for a in PLACES for b in PLACES for line in [grid.line(a, b)] if line and len(line) == 3]
CELLS = {board: [(3 * board[0] + x, 3 * board[1] + y) for x, y in PLACES] for board in PLACES}

def board_of(cell):
    return cell[0] // 3, cell[1] // 3

def place_of(cell):
    return cell[0] % 3, cell[1] % 3

def playable(v):
    """The boards of which the next move may choose."""
    return [v.target] if v.target else [board for board in PLACES if board not in v.closed]

def orders(v):
    free = [grid.name(cell) for board in playable(v) for cell in CELLS[board] if cell not in v.cells]
    return free if v.cells else [order for order in free if order != "e5"]

def question(v):
    where = f"play in the {PLACE[v.target]} board" if v.target else "play on any open board"
    return f"You are {v.mark[v.seat]}: {where}. Which cell?"

def label(v, order):
    place = place_of(grid.cell(order))
    goes = "lets them choose a board" if place in v.closed else f"sends them to the {PLACE[place]} board"
    return f"{order}: {PLACE[place]}", goes

def has_line(owners, seat):
    return any(all(owners.get(place) == seat for place in line) for line in LINES)

def close_board(s, board, seat):
    """Closes a board that is won or full; gives the words for it."""
    owners = {place_of(cell): s.cells.get(cell) for cell in CELLS[board]}
    if has_line(owners, seat):
        s.closed[board] = seat
        s.boards[seat] += 1
        return f" Three in a row: the {PLACE[board]} board is {name(seat)}'s!"
    if None not in owners.values():
        s.closed[board] = "full"
        return f" The {PLACE[board]} board is full."
    return ""

def put(s, seat, cell):
    """Takes a cell, tells it, and names the board for the next move."""
    s.cells[cell], s.last = seat, cell
    closed = close_board(s, board_of(cell), seat)
    place = place_of(cell)
    s.target = None if place in s.closed else place
    sent = f" {name(other(seat))} must play {PLACE[place]}." if s.target else f" {name(other(seat))} may play anywhere."
    over = has_line(s.closed, seat) or len(s.closed) == len(PLACES)
    say(f"{name(seat)} takes {grid.name(cell)}.{closed}{'' if over else sent}")

def tell_win(seat, won):
    say(f"Three boards in a row: {name(seat)} wins the match!")
    mine, theirs = won[seat], won[other(seat)]
    story(80 if mine < theirs else 40, f"{name(seat)} won with {mine} boards against {theirs}.")

def play_game(s, opt, first):
    """One game; ends the match if somebody wins it."""
    s.mark = {first: "X", other(first): "O"}
    s.cells, s.closed, s.target, s.last, s.turn = {}, {}, None, None, first
    before = s.boards.copy()
    while len(s.closed) < len(PLACES):
        s.stage = f"Game {s.game}, move {len(s.cells) + 1}"
        order = ask(s.turn, orders, question, seconds=opt.turn_s, label=label, reserve=True)
        put(s, s.turn, grid.cell(order))
        if has_line(s.closed, s.turn):
            tell_win(s.turn, each(lambda seat: s.boards[seat] - before[seat]))
            win(s.turn)
        s.turn = other(s.turn)

def play(s, opt, random):
    s.boards = both(0)
    first = opt.advantage
    for s.game in range(1, opt.games + 1):
        play_game(s, opt, first)
        say(f"Game {s.game} has no winner. Boards won so far: {name(EC)} {s.boards[EC]}, {name(DMO)} {s.boards[DMO]}.")
        first = other(first)

def scene(v):
    def on(cell):
        board = board_of(cell)
        owner, first = v.closed.get(board), cell == CELLS[board][0]
        lines = [("line", at, 0, at, 943, "words", 6) for at in [313, 628]]
        lines += [("line", 0, at, 943, at, "words", 6) for at in [313, 628]]
        shapes = lines if cell == (0, 0) else []
        if owner in SEATS:
            won = [("text", 157, 245, 250, owner, v.mark[owner])] if first else []
            alt = f"{PLACE[board]} board won by {name(owner)}" if first else ""
            return square(fill=owner + "-dim", mark=cell == v.last, shapes=shapes + won, alt=alt)
        seat, fill = v.cells.get(cell), "raised" if board in playable(v) else "sunk" if owner else "panel"
        return square(v.mark[seat] if seat else None, seat, fill, cell == v.last, shapes=shapes)
    where = f"in the {PLACE[v.target]} board" if v.target else "on any open board"
    return [grid_of((9, 9), on), text(f"{name(v.turn)} ({v.mark[v.turn]}) plays {where}", colour=v.turn)]

RULES = """
# 🎯 In short
Nine small boards of nine cells form one big board. In turn you take one free cell.
The place of your cell in its board names the board in which your rival must play next.
Three cells in a row win a small board. Three small boards in a row win the match at once.
# ✍️ Your order
Write the cell: `d5`. Columns are a–i, rows 1–9, row 1 on top.
# 🏠 Rulings
! X moves first, on any cell but the very centre, e5.
! The player with the Advantage is X in the first game. X changes with every game.
! If your board is already won or full, you may play on any open board. Nobody plays in a won board.
! A game without a winner is replayed. After {games} such games, more won boards in all of them win, then the DMO.
"""

def moves(text, first=DMO):
    seats = [first, other(first)]
    return [f"{seats[number % 2]} {cell}" for number, cell in enumerate(text.split())]

SWEEP = "h6 f8 h5 e5 f6 g8 a6 c9 h8 d4 a3 a8 b5 d5 c4 h2 f5 i5 h4 e2 d6 b9 d7 b2"
UPSET = "d5 a5 a4 a3 c7 i3 g7 c3 i7 g2 c6 g8 b5 e4 f2 h4 e1 d2 d6 b9 d7 b2 d4 b3 f7 g3 b7 f3 i8 i6 h7 d3 a9 c9 e7 d1 i1"
DRAWN = ("c3 h8 e4 d1 c1 i1 g2 c4 h3 d9 a8 a4 c2 i6 h7 e3 f9 i7 g1 e2 e5 d6 c8 h5 d4 h9 e8 f4 g3 a9 b8 f6 i8 g4 c6 g9 "
         "f7 c5 b5 f5 f8 e1 b4 b6 a5")

EXAMPLES = [
    # The cell names the next board: a2 is the left cell of its board.
    ["dmo a2: {ec} must play left.", "ec b5: {dmo} must play centre.", "dmo e5: {ec} must play centre."],
    # Three in a row win a board; a cell that names a closed board lets the other choose.
    moves("b9 d9 c9 g9") + ["dmo a9: the bottom left board is {dmo}'s! {ec} may play anywhere.", "ec e5"],
    # Three boards in a row win the match, also with fewer boards.
    moves(SWEEP) + ["dmo e6: win dmo"],
    moves(UPSET) + ["ec h3: {ec} won with 3 boards against 4."],
    # A game without a winner is replayed with O as X; at the end the number of boards decides, then the DMO.
    moves(DRAWN) + ["ec a6: Boards won so far: {ec} 4, {dmo} 4.", "ec a1", "dmo b2"],
    ["games=1"] + moves(DRAWN) + ["ec a6: win dmo"],
]
