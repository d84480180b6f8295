EC, DMO = "ec", "dmo"
SEATS = [EC, DMO]
public, owner, the_other, nobody = "public", "owner", "the_other", "nobody"

def forever(seen):
    return seen + " forever"

FIRST = True    # for `missing=`: the first of the orders

def seconds(default, note):
    return {"kind": "seconds", "default": default, "note": note}

def whole(default, least, most, note):
    return {"kind": "whole", "default": default, "least": least, "most": most, "note": note}

def choice(default, words, note):
    return {"kind": "choice", "default": default, "words": words, "note": note}

def flag(default, note):
    return {"kind": "flag", "default": default, "note": note}

def reserve(default, note="Each player's reserve for the whole match"):
    return {"kind": "reserve", "default": default, "note": note}

def other(seat):
    return DMO if seat == EC else EC

def name(seat):
    return "{" + seat + "}"

def both(value):
    return {EC: value, DMO: value}

def each(make):
    return {EC: make(EC), DMO: make(DMO)}

def higher(values):
    if values[EC] == values[DMO]:
        return None
    return EC if values[EC] > values[DMO] else DMO

def between(word, least, most):
    return {"word": word, "least": least, "most": most}

def up_to(word, most):
    return between(word, 1, most)

def spelt(words, also):
    return {"spelt": words, "also": also}

def choose(n, items):
    return {"choose": n, "items": items}

def plural(n, noun, many=None):
    return f"{n} {noun}" if n == 1 else f"{n} {many or noun + 's'}"

def listed(words):
    """`a`, `a and b`, `a, b and c`."""
    words = [str(word) for word in words]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)

def versus(values, verb=""):
    """`Ann bids 3, Bob 5`; without a verb `Ann 3, Bob 5`."""
    return f"{name(EC)} {verb}{' ' if verb else ''}{values[EC]}, {name(DMO)} {values[DMO]}"

def combinations(items, n):
    """All lists of n of the items, each in the order of the items."""
    if n == 0:
        return [[]]
    return [[items[at]] + rest for at in range(len(items) - n + 1) for rest in combinations(items[at + 1:], n - 1)]

def digits(n):
    return [int(digit) for digit in str(n)]

def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)

ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen").split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()

def in_words(n):
    """A number below a thousand million in English: `two hundred four`."""
    for size, word in [(1000000, "million"), (1000, "thousand"), (100, "hundred")]:
        if n >= size:
            return f"{in_words(n // size)} {word}" + (f" {in_words(n % size)}" if n % size else "")
    return ONES[n] if n < 20 else TENS[n // 10] + (f" {ONES[n % 10]}" if n % 10 else "")

def who_begins(opt, question="Do you go first or second?", seconds=60, label={"first": "I go first", "second": "My rival goes first"}):
    """Asks the player with the Advantage; gives the seat that goes first."""
    order = ask(opt.advantage, orders=["first", "second"], question=question, seconds=seconds, missing="first", label=label)
    return opt.advantage if order == "first" else other(opt.advantage)

def number(order):
    for word in order.replace(",", " ").split():
        if word.isdigit():
            return int(word)
    return None

# A pack of 52 cards, such as "10♥".
RANKS, SUITS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"], ["♠", "♥", "♦", "♣"]
PACK = [rank + suit for suit in SUITS for rank in RANKS]

def rank_of(card):
    return RANKS.index(card[:-1]) + 1

def playing_card(text):
    return card(text, colour="red" if text[-1] in "♥♦" else "words")

# Kinds of poker hands, from the lowest: how often the same rank occurs, or a word.
POKER = {"high card": "", "pair": "2", "two pairs": "22", "three of a kind": "3", "straight": "straight", "flush": "flush",
         "full house": "32", "four of a kind": "4", "straight flush": "straight flush"}

def hand_value(cards, kinds=POKER, ring=99):
    """The value of a hand, to compare: the place of its kind, the kind, its ranks in the order in which they decide."""
    packed, size = str(cards[0]) == cards[0], len(cards)
    ranks = [(rank_of(one) - 2) % 13 + 2 for one in cards] if packed else cards
    if packed and sorted(ranks) == list(range(2, size + 1)) + [14]:
        ranks = list(range(1, size + 1))
    often = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    order, shapes = [rank for count, rank in often], ["", "".join([str(count) for count, rank in often if count > 1])]
    if len(order) == size and [(high - low) % ring for high, low in zip(order, order[1:] + order[:1])].count(1) >= size - 1:
        shapes.append("straight")
    if packed and len({one[-1] for one in cards}) == 1:
        shapes += ["flush"] + (["straight flush"] if "straight" in shapes else [])
    place, kind = [(place, kind) for place, kind in enumerate(kinds) if kinds[kind] in shapes][-1]
    return place, kind, order

def best_hand(cards, size=5, kinds=POKER, ring=99):
    """The value of the best hand of this size among some cards."""
    return max([hand_value(some, kinds, ring) for some in combinations(cards, size)])

# Steps of chess pieces, for `grid.near` and `slide`.
ROOK, BISHOP = [(1, 0), (0, 1), (-1, 0), (0, -1)], [(1, 1), (-1, 1), (-1, -1), (1, -1)]
QUEEN = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

def slide(cell, size, steps, stops):
    """The cells along lines from a cell, each line up to the first cell that `stops(cell)`, with it."""
    found = []
    for step in steps:
        for to in grid.ray(cell, step, size):
            found.append(to)
            if stops(to):
                break
    return found

def groups(cells):
    """Cells that hang together, side by side: a list for each group."""
    left, found = list(cells), []
    while left:
        group = [left.pop(0)]
        for cell in group:
            group += [to for to in left if grid.distance(cell, to) == 1]
            left = [to for to in left if to not in group]
        found.append(group)
    return found

def reach(cell, size, steps, free):
    """The cells that a walk side by side over `free(cell)` reaches in at most `steps`; a dict from cells to steps."""
    found = {cell: 0}
    for count in range(1, steps + 1):
        for at in [at for at in found if found[at] == count - 1]:
            found.update({to: count for to in grid.near(at, size) if to not in found and free(to)})
    del found[cell]
    return found

def cornered(pieces):
    """The same pieces, moved into the upper left corner; a dict from cells or their names."""
    pieces = {grid.cell(cell) if str(cell) == cell else cell: pieces[cell] for cell in pieces}
    left, top = min([x for x, y in pieces]), min([y for x, y in pieces])
    return {(x - left, y - top): pieces[x, y] for x, y in pieces}

def form(pieces):
    """What all rotations and reflections of some cells with what lies on them have in common."""
    pieces, found = cornered(pieces), []
    for turn in range(4):
        pieces = {(-y, x): pieces[x, y] for x, y in pieces}
        found += [sorted(cornered(seen).items()) for seen in [pieces, {(-x, y): pieces[x, y] for x, y in pieces}]]
    return tuple(min(found))

def without(items, gone):
    """The items without those that are gone; one that is there twice stays once."""
    left = list(items)
    for item in gone:
        left.remove(item)
    return left

def deal(random, places, items, fits):
    """Items for places by lot, a dict, such that `fits(place, item)` wherever that can be."""
    items, taken = random.shuffled(items), {}
    def settle(place, seen):
        """Takes an item for a place: a free one, or one whose place can take another."""
        free = next((at for at in range(len(items)) if at not in taken and fits(place, items[at])), None)
        if free is not None:
            taken[free] = place
            return True
        for at in list(taken):
            if at not in seen and fits(place, items[at]):
                seen.append(at)
                if settle(taken[at], seen):
                    taken[at] = place
                    return True
        return False
    rest = [place for place in places if not settle(place, [])]
    left = [at for at in range(len(items)) if at not in taken]
    taken.update(dict(zip(left, rest)))
    return {taken[at]: items[at] for at in taken}

def line_up(s, entry, pieces, home, question, seconds, before_start=None, label=None, ideas=None):
    """Both rearrange their pieces in secret: `s[entry]` has a dict for each seat, from the names of cells to pieces."""
    given = ask_both(
        lambda v: ["ready"] + [tuple([pieces, home[v.seat]] * count) for count in range(1, len(pieces) + 1)
                               if count < 5 or count == len(pieces)],
        question, seconds=seconds, before_start=before_start, shown=False, missing="ready", label=label, ideas=ideas)
    for seat in SEATS:
        words, own = given[seat].split() if given[seat] != "ready" else [], s[entry][seat]
        for piece, cell in zip(words[::2], words[1::2]):
            old = [at for at in own if own[at] == piece][0]
            there = own.pop(cell, None)
            if old != cell:
                own.pop(old)
                own.update({old: there} if there else {})
            own[cell] = piece

MAY_BUZZ = {2: "The first to buzz has to answer; if that is wrong, the other may buzz.", 1: "You alone may buzz now."}
BUZZ = {"buzz": ("Buzz!", "You have to answer at once"), "pass": ("Pass", "You do not know the answer")}

def buzz(orders, question, right, seconds, answer_s, wrong=None, label=BUZZ, ideas=None, knows=None):
    """Both may buzz, and the first one answers; after a wrong answer the other may. Gives who was right, or None."""
    may = SEATS
    while may:
        seat, said = race(["buzz", "pass"], question, seconds=seconds, right="buzz", seats=may, label=label,
                          hint=MAY_BUZZ[len(may)], ideas=knows)
        if not seat:
            return None
        say(f"{name(seat)} buzzes!")
        answer = ask(seat, orders, question, seconds=answer_s, hint="You have to answer now.", ideas=ideas)
        if answer == right:
            return seat
        if wrong:
            wrong(seat, answer)
        may = [each for each in may if each != seat]

def grid_of(size, square, lines=True, side=110, part=None):
    left, top, right, bottom = part or (0, 0, size[0] - 1, size[1] - 1)
    cells = [cell for cell in grid.cells(size) if left <= cell[0] <= right and top <= cell[1] <= bottom]
    return {"block": "grid", "cells": [(cell, square(cell)) for cell in cells], "names": lines, "side": side}

def hex_of(size, square):
    return {"block": "hex", "size": size, "cells": [(cell, square(cell)) for cell in hex.cells(size)]}

def points_of(height, places, lines, label, on, big=[]):
    """A board of points: `on(point)` gives the tokens there as pairs of a seat and a word.

    `places` are the middles of points. Those of a line without one lie evenly between its ends.
    """
    places, under, over, told = dict(places), [("line", *places[line[0]], *places[line[-1]], "muted") for line in lines], [], []
    for line in lines:
        (x, y), (end_x, end_y), parts = places[line[0]], places[line[-1]], len(line) - 1
        places.update({point: (x + (end_x - x) * at // parts, y + (end_y - y) * at // parts)
                       for at, point in enumerate(line) if point not in places})
    for point, (x, y) in places.items():
        size, tokens = 35 if point in big else 23, on(point)
        under += [("circle", x, y, size + 4, "edge"), ("circle", x, y, size, "raised" if point in big else "panel"),
                  ("text", x, y + 10, 28, "muted", label(point))]
        for number, (seat, word) in enumerate(tokens):
            over.append(("token", x + number * 60 - (len(tokens) - 1) * 30, y, 34, seat, word))
            told.append(f"{name(seat)} {word} on {label(point)}")
    return shapes(height, under + over, alt=", ".join(told) or "No tokens")

def along(paths, way, steps):
    """The ways of a piece by some steps on the paths that begin with its way, or back on its way; a dict by the next point."""
    if steps < 0:
        return {way[steps - 1]: way[:steps]} if len(way) > -steps else {}
    way, found = way or paths[0][:1], {}
    for path in paths:
        if path[:len(way)] == way and len(path) > len(way):
            found.setdefault(path[len(way)], path[:len(way) + steps])
    return found

def to_go(paths, way):
    """The steps to the end of the first path that begins with a way."""
    return next(len(path) for path in paths if path[:len(way)] == way) - len(way)

ARC = [(0, 70), (18, 68), (35, 61), (50, 50), (61, 35), (68, 18), (70, 0)]

# Roads: a tile is the two sides of a square that it joins, such as "we" or "ne".
STRAIGHTS_AND_CURVES = ["we", "ns", "ne", "nw", "se", "sw"]
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}

def beside(cell, side, size):
    """The cell at a side of another, or None beyond the rim."""
    return (grid.near(cell, size, [{"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[side]]) or [None])[0]

def fitting(tiles, cell, size):
    """The tiles for a cell whose roads meet those beside it, and whose blank sides meet blank sides."""
    near = [(side, tiles.get(beside(cell, side, size))) for side in OPPOSITE]
    return [tile for tile in STRAIGHTS_AND_CURVES
            if all((side in tile) == (OPPOSITE[side] in there) for side, there in near if there)]

def drive(tiles, cell, side, size):
    """The way out of a tile by a side, back to it or off the road: its cells, the cell behind them, the last side."""
    path, at = [cell], beside(cell, side, size)
    while at in tiles and at != cell and OPPOSITE[side] in tiles[at]:
        path.append(at)
        side = tiles[at].replace(OPPOSITE[side], "")
        at = beside(at, side, size)
    return path, at, side

def road(sides, colour, ground):
    """The shapes of a road from one side of a square to another, such as "we" or "ne"."""
    if sides in ["we", "ew", "ns", "sn"]:
        return [("rect", *box, ink) for width, ink in [(40, colour), (20, ground)]
                for box in [(-2, 50 - width // 2, 104, width) if "e" in sides else (50 - width // 2, -2, width, 104)]]
    x, y = 102 if "e" in sides else -2, 102 if "s" in sides else -2
    def band(far, near):
        arc = [(dx * far, dy * far) for dx, dy in ARC] + [(dx * near, dy * near) for dx, dy in ARC[::-1]]
        return sum([[abs(x - dx // 70), abs(y - dy // 70)] for dx, dy in arc], [])
    return [("polygon", band(72, 32), colour), ("polygon", band(62, 42), ground)]

def track(cells):
    return {"block": "track", "cells": cells}

def square(text=None, colour=None, fill=None, mark=None, sprite=None, seat=None, shapes=None, alt=None):
    return {"text": text, "colour": colour, "fill": fill, "mark": mark, "sprite": sprite, "seat": seat, "shapes": shapes, "alt": alt}

def card(text, colour=None, back=None, fill=None, below=None, alt=None):
    return {"text": text, "colour": colour, "back": back, "fill": fill, "below": below, "alt": alt}

def hand(title, cards, colour=None):
    return {"block": "cards", "title": title, "cards": cards, "colour": colour}

def table(rows, head=None):
    return {"block": "table", "rows": rows, "head": head}

def counters(pairs):
    return {"block": "counters", "pairs": pairs}

def dice(title, values, colour=None, names=None, lit=None):
    return {"block": "dice", "title": title, "values": values, "colour": colour, "names": names, "lit": lit}

def text(words, size="normal", colour=None):
    return {"block": "text", "words": words, "size": size, "colour": colour}

def row(blocks, widths=None):
    return {"block": "row", "blocks": blocks, "widths": widths}

def column(blocks, seat=None, lit=False):
    return {"block": "column", "blocks": blocks, "seat": seat, "lit": lit}

def sides(blocks, below=False, lit=None):
    """Both players' blocks side by side or below each other, each on the player's ground; `lit` has a bright frame."""
    panels = [column(blocks(seat), seat=seat, lit=seat == lit) for seat in SEATS]
    return column(panels) if below else row(panels)

def shapes(height, items, alt=""):
    return {"block": "shapes", "height": height, "items": items, "alt": alt}

def imagine_card(v, random, pack, seen=[]):
    """For `imagine`: the player's card `v.card`, which only the rival sees, and `v.deck`, of a pack without the seen cards."""
    left = random.shuffled(without(pack, seen + [v.card[other(v.seat)]]))
    return {"card": {v.seat: left.pop()}, "deck": left}

def chips_of(s, count):
    s.chips, s.stake, s.pot = both(count), both(0), 0

def pay(s, seat, count):
    count = min(count, s.chips[seat])
    s.chips[seat] -= count
    s.stake[seat] += count
    return count

def hand_over(s, seat, count):
    """Moves chips to the rival, as far as there are any; how many."""
    count = min(count, s.chips[seat])
    s.chips[seat] -= count
    s.chips[other(seat)] += count
    return count

def penalty(s, seat, count, reason):
    """Moves chips to the rival, as far as there are any, and tells why; how many."""
    paid = hand_over(s, seat, count)
    say(f"{reason}: {name(seat)} pays {paid} more." if paid else f"{reason}.")
    return paid

def in_pot(v):
    return v.pot + v.stake[EC] + v.stake[DMO]

def to_call(v, seat):
    return v.stake[other(seat)] - v.stake[seat]

def bet_cost(v, free="checking is free"):
    """The pot and what a call costs, for the question of a bet; `free` stands there if it costs nothing."""
    owed = to_call(v, v.seat)
    return f"The pot holds {in_pot(v)}; {f'calling costs {owed}' if owed else free}."

def bets_with(v, extra, check, limit=None):
    seat = v.seat
    owed = to_call(v, seat)
    if owed >= v.chips[seat]:
        return ["fold", "call"] + extra
    most = min(v.chips[seat] - owed, v.chips[other(seat)])
    most = most if limit is None else min(most, limit)
    stay = ["call"] if owed else ["check"] if check else []
    words = stay + ([up_to("raise", most)] if most > 0 else [])
    return (["fold"] if owed or not check else []) + words + extra

def bets(v):
    return bets_with(v, [], True)

def level(s):
    """Gives back what a player has staked above the other's stake."""
    spare = s.stake[EC] - s.stake[DMO]
    if spare != 0:
        over = EC if spare > 0 else DMO
        s.stake[over] -= abs(spare)
        s.chips[over] += abs(spare)

def bet_label(v, order):
    return f"Call: pay {min(to_call(v, v.seat), v.chips[v.seat])}" if order == "call" else None

def betting(s, first, seconds, question, reserve=False, extra=None, check=True, label=bet_label, ideas=None, most=None, raises=None):
    """Bets until both have staked the same. Gives who folded, or None; or a tuple of a seat and an order out of `extra(v)`."""
    seat, acted, raised = first, 0, 0
    while s.chips[seat] > 0 or to_call(s, seat) > 0:
        limit = 0 if raised == raises else most
        order = ask(seat, orders=lambda v: bets_with(v, extra(v) if extra else [], check, limit), question=question,
                    seconds=seconds, reserve=reserve, label=label, ideas=ideas,
                    missing="fold" if to_call(s, seat) > 0 or not check else "check")
        if order.split()[0] not in ["fold", "check", "call", "raise"]:
            return seat, order
        acted += 1
        owed = to_call(s, seat)
        if order == "fold":
            say(f"{name(seat)} folds.")
            return seat
        if order == "check":
            say(f"{name(seat)} checks.")
        elif order == "call":
            pay(s, seat, owed)
            say(f"{name(seat)} calls.")
            break
        else:
            raised += 1
            pay(s, seat, owed + number(order))
            everything = ", all in" if s.chips[seat] == 0 else ""
            say(f"{name(seat)} raises by {number(order)}{everything}; the pot holds {in_pot(s)}.")
        seat = other(seat)
        if acted > 1 and to_call(s, seat) == 0:
            break
    level(s)
    return None

def take_pot(s, winner):
    won = in_pot(s)
    if winner is None:
        s.pot = won
    else:
        s.chips[winner] += won
        s.pot = 0
    s.stake[EC], s.stake[DMO] = 0, 0
    return won

def pot_result(winner, won):
    """The result of `wager` in words."""
    if winner:
        return f"{name(winner)} takes {won}."
    return f"Equal: {won} stay in the pot." if won else "Equal: somebody is out of chips, so both take their stakes back."

def wager(s, first, seconds, question, worth, ante=1, reserve=False, extra=None, do=None, check=True, label=bet_label,
          ideas=None, most=None, raises=None):
    """A whole round of chips: both pay the ante and bet; the higher `worth(seat)` takes the pot, or who did not fold.

    Gives the winner or None, the seat that folded or None, and how many chips were won. `do(seat, order)` carries out
    an order of `extra(v)`; then the same seat bets. Equal hands leave the pot, or give both stakes back if a player
    has no chips.
    """
    for seat in SEATS:
        pay(s, seat, ante)
    folded = None
    while 0 not in s.chips.values():
        folded = betting(s, first, seconds, question, reserve=reserve, extra=extra, check=check, label=label, ideas=ideas,
                         most=most, raises=raises)
        if folded is None or folded in SEATS:
            break
        first = folded[0]
        do(*folded)
        folded = None
    if not folded:
        level(s)
    winner = other(folded) if folded else higher(each(worth))
    if not winner and 0 in s.chips.values():
        s.chips, s.stake = each(lambda seat: s.chips[seat] + s.stake[seat]), both(0)
        return None, None, 0
    return winner, folded, take_pot(s, winner)

def call_worth(v, wins, extra=0):
    """How good the chips of `v.seat` are after a call, from -100 to 100.

    `wins` says of each hand that is as likely whether it wins. The loser pays `extra` percent of the pot more.
    """
    most, all_chips = max(v.stake.values()), sum(v.chips.values()) + in_pot(v)
    left, pot = v.chips[v.seat] + v.stake[v.seat] - most, v.pot + 2 * most
    more, won = pot * extra // 100, len([win for win in wins if win])
    lost = [(100 - 100 * max(0, min(chips, all_chips)) // all_chips) ** 3 for chips in [left + pot + more, left - more]]
    return 100 - (won * lost[0] + (len(wins) - won) * lost[1]) // (5000 * len(wins))
