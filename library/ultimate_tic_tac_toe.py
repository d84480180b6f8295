game(
    id="ultimate-ttt", name="Ultimate Tic-Tac-Toe", version=1, by="an unknown designer",
    blurb="Nine small boards make one big one, and your cell decides where your rival must play.",
    options={"turn_s": seconds(60, "Time for each move"), "reserve_s": reserve(180),
             "games": whole(3, 1, 5, "Games without a winner before won boards decide")},
    presets={"standard": {}, "one-game": {"name": "One game", "games": 1}},
    score="boards", unit="boards won", orders="open", advantage="plays X in the first game",
)

# The names of the nine boards, which are those of the nine cells of a board, too.
SPOTS = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"]
ROWS = [SPOTS[:3], SPOTS[3:6], SPOTS[6:], SPOTS[::3], SPOTS[1::3], SPOTS[2::3], SPOTS[::4], SPOTS[2:7:2]]
NAMES = grid.names((9, 9))
BOARD = {cell: SPOTS[y // 3 * 3 + x // 3] for cell in NAMES for x, y in [grid.cell(cell)]}
PLACE = {cell: SPOTS[y % 3 * 3 + x % 3] for cell in NAMES for x, y in [grid.cell(cell)]}

def playable(v):
    """The boards of which the next move may choose."""
    return [v.target] if v.target else [board for board in SPOTS if board not in v.closed]

def orders(v):
    may = [cell for board in playable(v) for cell in NAMES if BOARD[cell] == board and cell not in v.cells]
    return may if v.cells else without(may, ["e5"])

def where(v):
    return f"in the {v.target} board" if v.target else "on any open board" if v.cells else "anywhere but e5"

def label(v, cell):
    goes = "lets them choose a board" if PLACE[cell] in v.closed else f"sends them to the {PLACE[cell]} board"
    return f"{cell}: {PLACE[cell]}", goes

def has_row(owners, seat):
    return any(all(owners.get(place) == seat for place in row) for row in ROWS)

def take(s, seat, cell):
    """Takes a cell, closes its board if that is won or full, and names the board for the next move."""
    board, told, s.cells[cell], s.last = BOARD[cell], "", seat, cell
    owners = {PLACE[at]: s.cells.get(at) for at in NAMES if BOARD[at] == board}
    if has_row(owners, seat):
        s.boards[seat] += 1
        s.closed[board], told = seat, f" Three in a row: the {board} board is {name(seat)}'s!"
    elif None not in owners.values():
        s.closed[board], told = "full", f" The {board} board is full."
    s.target = None if PLACE[cell] in s.closed else PLACE[cell]
    over = has_row(s.closed, seat) or len(s.closed) == 9
    say(f"{name(seat)} takes {cell}.{told}{'' if over else f' {name(other(seat))} plays {where(s)}.'}")

def play(s, opt, random):
    s.boards, first = both(0), opt.advantage
    for game in range(1, opt.games + 1):
        s.mark = {first: "X", other(first): "O"}
        s.cells, s.closed, s.target, s.last, s.turn = {}, {}, None, None, first
        while len(s.closed) < 9:
            s.stage = f"Game {game}, move {len(s.cells) + 1}"
            cell = ask(s.turn, orders, lambda v: f"You are {v.mark[v.seat]}: play {where(v)}. Which cell?",
                       seconds=opt.turn_s, label=label, reserve=True)
            take(s, s.turn, cell)
            if has_row(s.closed, s.turn):
                mine, theirs = [list(s.closed.values()).count(seat) for seat in [s.turn, other(s.turn)]]
                say(f"Three boards in a row: {name(s.turn)} wins the match!")
                story(80 if mine < theirs else 40, f"{name(s.turn)} won with {mine} boards against {theirs}.")
                win(s.turn)
            s.turn = other(s.turn)
        say(f"Game {game} has no winner. Boards won: {versus(s.boards)}.")
        first = other(first)

def scene(v):
    lines = [("line", at, 0, at, 943, "words", 6) for at in [313, 628]]
    lines += [("line", 0, at, 943, at, "words", 6) for at in [313, 628]]
    def on(at):
        cell = grid.name(at)
        board, seat, drawn = BOARD[cell], v.cells.get(cell), lines if cell == "a1" else []
        owner, first = v.closed.get(board), PLACE[cell] == "top left"
        if owner in SEATS:
            drawn = drawn + [("text", 157, 245, 250, owner, v.mark[owner])] if first else drawn
            alt = f"{board} board won by {name(owner)}" if first else ""
            return square(fill=owner + "-dim", mark=cell == v.last, shapes=drawn, alt=alt)
        fill = "raised" if board in playable(v) else "sunk" if owner else "panel"
        return square(v.mark[seat] if seat else None, seat, fill, cell == v.last, shapes=drawn)
    return [grid_of((9, 9), on), text(f"{name(v.turn)} ({v.mark[v.turn]}) plays {where(v)}", colour=v.turn)]

RULES = """
# 🎯 In short
Nine small boards of nine cells form one big board. In turn you take one free cell.
The place of your cell in its board names the board in which your rival must play next.
Three cells in a row win a small board. Three small boards in a row win the match at once.
# ✍️ Your order
Write the cell: `d5`. Columns are a–i, rows 1–9, row 1 on top.
# 🏠 Rulings
! X moves first, on any cell but the very centre, e5. The other player is X in the next game.
! If your board is already won or full, you may play on any open board. Nobody plays in a won board.
! If game {games} has no winner either, more won boards in all of them win, then the DMO.
"""

def moves(text):
    return [f"{['dmo', 'ec'][number % 2]} {cell}" for number, cell in enumerate(text.split())]

UPSET = "i4 g1 c2 i5 h5 d4 a2 a5 c5 h4 e2 f4 h1 d1 b2 e4 d3 a7 f1 i3 i9 i8 g6 b8 h8 h2 g7"
TIED = "e2 f6 i7 i2 g5 b5 d4 a1 b2 e6 e8 d6 c9 h9 d9 b9 f7 h1 d3 c7 h2 b4 f1 g1 b1 i1 b3 b6 b8 h7 a7 h8 h5"

EXAMPLES = [
    # A cell names the next board; three in a row win it; a closed board lets the rival choose any.
    ["dmo e5: refused", "dmo b9", "ec a1: refused"] + moves("b9 d9 c9 g9")[1:]
    + ["dmo a9: the bottom left board is {dmo}'s!", "ec e5"],
    moves(UPSET) + ["ec c9: {ec} won with 3 boards against 4."],
    # A game without a winner is replayed with O as X.
    moves(TIED) + ["ec h6", "dmo i5: Boards won: {ec} 4, {dmo} 5.", "ec a1", "dmo b2"],
    ["games=1"] + moves(TIED) + ["ec h6", "dmo i5: win dmo"],
]
