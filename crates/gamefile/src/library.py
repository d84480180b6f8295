EC, DMO = "ec", "dmo"
SEATS = [EC, DMO]
public, owner, the_other, nobody = "public", "owner", "the_other", "nobody"

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

def choose(n, items):
    return {"choose": n, "items": items}

def plural(n, noun):
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"

def who_begins(opt, question="Do you go first or second?", seconds=60):
    """Asks the player with the Advantage; gives the seat that goes first."""
    order = ask(opt.advantage, orders=["first", "second"], question=question, seconds=seconds, missing="first")
    return opt.advantage if order == "first" else other(opt.advantage)

def number(order):
    for word in order.replace(",", " ").split():
        if word.isdigit():
            return int(word)
    return None

def grid_of(size, square, lines=True, side=110, part=None):
    left, top, right, bottom = part or (0, 0, size[0] - 1, size[1] - 1)
    cells = [cell for cell in grid.cells(size) if left <= cell[0] <= right and top <= cell[1] <= bottom]
    return {"block": "grid", "cells": [(cell, square(cell)) for cell in cells], "names": lines, "side": side}

def hex_of(size, square):
    return {"block": "hex", "size": size, "cells": [(cell, square(cell)) for cell in hex.cells(size)]}

def track(cells):
    return {"block": "track", "cells": cells}

def square(text=None, colour=None, fill=None, mark=None, sprite=None, seat=None, shapes=None, alt=None):
    return {"text": text, "colour": colour, "fill": fill, "mark": mark, "sprite": sprite, "seat": seat, "shapes": shapes, "alt": alt}

def card(text, colour=None, back=None, fill=None):
    return {"text": text, "colour": colour, "back": back, "fill": fill}

def hand(title, cards, colour=None):
    return {"block": "cards", "title": title, "cards": cards, "colour": colour}

def table(rows, head=None):
    return {"block": "table", "rows": rows, "head": head}

def counters(pairs):
    return {"block": "counters", "pairs": pairs}

def dice(title, values, colour=None):
    return {"block": "dice", "title": title, "values": values, "colour": colour}

def text(words, size="normal", colour=None):
    return {"block": "text", "words": words, "size": size, "colour": colour}

def row(blocks, widths=None):
    return {"block": "row", "blocks": blocks, "widths": widths}

def column(blocks, seat=None, lit=False):
    return {"block": "column", "blocks": blocks, "seat": seat, "lit": lit}

def shapes(height, items, alt=""):
    return {"block": "shapes", "height": height, "items": items, "alt": alt}

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

def in_pot(v):
    return v.pot + v.stake[EC] + v.stake[DMO]

def to_call(v, seat):
    return v.stake[other(seat)] - v.stake[seat]

def bets_with(v, extra, check):
    seat = v.seat
    owed = to_call(v, seat)
    if owed >= v.chips[seat]:
        return ["fold", "call"] + extra
    most = min(v.chips[seat] - owed, v.chips[other(seat)])
    stay = ["call"] if owed else ["check"] if check else []
    words = stay + ([up_to("raise", most)] if most > 0 else [])
    return (["fold"] if owed or not check else []) + words + extra

def bets(v):
    return bets_with(v, [], True)

def betting(s, first, seconds, question, reserve=False, extra=None, check=True, label=None):
    """Bets until both have staked the same. Gives who folded, or None; or a tuple of a seat and an order out of `extra(v)`."""
    seat, acted = first, 0
    while s.chips[seat] > 0 or to_call(s, seat) > 0:
        order = ask(seat, orders=lambda v: bets_with(v, extra(v) if extra else [], check), question=question,
                    seconds=seconds, reserve=reserve, label=label,
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
            pay(s, seat, owed + number(order))
            everything = ", all in" if s.chips[seat] == 0 else ""
            say(f"{name(seat)} raises by {number(order)}{everything}; the pot holds {in_pot(s)}.")
        seat = other(seat)
        if acted > 1 and to_call(s, seat) == 0:
            break
    spare = s.stake[EC] - s.stake[DMO]
    if spare != 0:
        over = EC if spare > 0 else DMO
        s.stake[over] -= abs(spare)
        s.chips[over] += abs(spare)
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
