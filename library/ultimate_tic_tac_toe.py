game(
    id="ultimate-ttt", name="Ultimate Tic-Tac-Toe", version=1, by="traditional; seen in Zero's Gambit and Code of Conduct",
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
PLACE = dict(zip(PLACES, ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"]))
LINES = [tuple([(x, y) for x in range(3)]) for y in range(3)] + [tuple([(x, y) for y in range(3)]) for x in range(3)]
LINES += [((0, 0), (1, 1), (2, 2)), ((2, 0), (1, 1), (0, 2))]
CELLS = {board: [(3 * board[0] + x, 3 * board[1] + y) for x, y in PLACES] for board in PLACES}
NAME = {cell: grid.name(cell) for cell in grid.cells((9, 9))}
CENTRE = (4, 4)

def board_of(cell):
    return cell[0] // 3, cell[1] // 3

def place_of(cell):
    return cell[0] % 3, cell[1] % 3

def playable(v):
    """The boards of which the next move may choose."""
    return [v.target] if v.target else [board for board in PLACES if board not in v.closed]

def orders(v):
    free = [NAME[cell] for board in playable(v) for cell in CELLS[board] if cell not in v.cells]
    return free if v.cells else [order for order in free if order != NAME[CENTRE]]

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
    say(f"{name(seat)} takes {NAME[cell]}.{closed}{'' if over else sent}")

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

SIDE, GAP, LEFT = 92, 14, 44

def corner(cell):
    """The left upper corner of a cell in the picture."""
    x, y = [at * SIDE + at // 3 * GAP for at in cell]
    return LEFT + x, y

def box(x, y, side, inset, colour):
    return "rect", x + inset, y + inset, side - 2 * inset, side - 2 * inset, colour

def letter(v, x, y, side, seat):
    return "text", x + side // 2, y + side * 77 // 100, side * 3 // 4, seat, v.mark[seat]

def draw_cell(v, cell, fill):
    x, y = corner(cell)
    seat = v.cells.get(cell)
    last = [box(x, y, SIDE, 3, "accent"), box(x, y, SIDE, 8, "panel")]
    return (last if cell == v.last else [box(x, y, SIDE, 3, fill)]) + ([letter(v, x, y, SIDE, seat)] if seat else [])

def draw_board(v, board):
    x, y = corner(CELLS[board][0])
    owner, side = v.closed.get(board), 3 * SIDE
    if owner in SEATS:
        edge = "accent" if v.last in CELLS[board] else owner
        return [box(x, y, side, 0, edge), box(x, y, side, 5, owner + "-dim"), letter(v, x, y, side, owner)]
    frame = v.turn if board in playable(v) else "edge"
    cells = sum([draw_cell(v, cell, "sunk" if owner else "raised") for cell in CELLS[board]], [])
    return [box(x, y, side, -5, frame), box(x, y, side, 0, "panel")] + cells

def draw_rim():
    below, beside = 9 * SIDE + 2 * GAP + 36, 18
    columns = [("text", corner((at, 0))[0] + SIDE // 2, below, 26, "muted", "abcdefghi"[at]) for at in range(9)]
    return columns + [("text", beside, corner((0, at))[1] + SIDE // 2 + 9, 26, "muted", str(at + 1)) for at in range(9)]

def in_words(v, board):
    owner = v.closed.get(board)
    taken = ", ".join([f"{NAME[cell]} {v.mark[v.cells[cell]]}" for cell in CELLS[board] if cell in v.cells])
    return f"{PLACE[board]} board: " + (f"won by {name(owner)}" if owner in SEATS else taken or "empty")

def scene(v):
    drawn = sum([draw_board(v, board) for board in PLACES], draw_rim())
    where = f"in the {PLACE[v.target]} board" if v.target else "on any open board"
    return [
        shapes(9 * SIDE + 2 * GAP + 44, drawn, alt="; ".join([in_words(v, board) for board in PLACES])),
        text(f"{name(v.turn)} ({v.mark[v.turn]}) plays {where}", colour=v.turn),
    ]

RULES = """
# 🎯 In short
Nine small boards of nine cells form one big board. In turn you take one free cell.
The place of your cell in its board names the board in which your rival must play next.
Three cells in a row win a small board. Three small boards in a row win the match at once.
# ✍️ Your order
Write the cell: `d5`. Columns are a–i, rows 1–9, row 1 on top.
You have {turn_s} s a move and {reserve_s} s in reserve. Without any reserve left you lose.
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
DRAWN = ("c3 h8 e4 d1 c1 i1 g2 c4 h3 d9 a8 a4 c2 i6 h7 e3 f9 i7 g1 e2 e5 d6 c8 h5 d4 h9 e8 f4 g3 a9 b8 f6 i8 g4 c6 g9 f7 c5 "
         "b5 f5 f8 e1 b4 b6 a5")

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
