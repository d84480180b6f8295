# Forehead: both see the other one's card only, and bet chips on whose is higher.
EC, DMO = SEATS

def other(seat):
    return DMO if seat == EC else EC

def both(n):
    return {seat: n for seat in SEATS}

def name(seat):
    return seat.upper()

def higher(values):
    return None if values[EC] == values[DMO] else max(SEATS, key = lambda seat: values[seat])

def up_to(word, most):
    return {"word": word, "most": most}

def pot(s):
    return s.stake[EC] + s.stake[DMO] + s.carried

def pay(s, seat, n):
    s.chips[seat] -= n
    s.stake[seat] += n

def bet(s, opt):
    """One round's betting: who folded, or None once somebody calls."""
    for _ in range(2 * opt.chips):
        seat = s.turn
        call = s.stake[other(seat)] - s.stake[seat]
        order = ask(
            seat, seconds = opt.turn_s, missing = "fold",
            orders = ["call", "fold", up_to("raise", min(s.chips[seat] - call, s.chips[other(seat)]))],
            question = lambda v: "%s holds %d. The pot holds %d; calling costs %d." % (name(other(seat)), v.card[other(seat)], pot(v), call),
        )
        if order.word == "fold":
            say("%s folds." % name(seat))
            return seat
        pay(s, seat, call + order.n)
        if order.word == "call":
            return None
        say("%s raises by %d; the pot holds %d." % (name(seat), order.n, pot(s)))
        s.turn = other(seat)

def play(s, opt, random):
    s.chips, s.carried, s.deck = both(opt.chips), 0, []
    for round in range(opt.rounds):
        if 0 in s.chips.values():
            return
        s.deck = s.deck or random.shuffled(list(range(1, 11)) * 2)
        s.card, s.stake, s.turn = {seat: s.deck.pop() for seat in SEATS}, both(0), SEATS[round % 2]
        for seat in SEATS:
            pay(s, seat, 1)
        say("Round %d: both put in a chip. %s begins." % (round + 1, name(s.turn)))
        folded = bet(s, opt)
        if folded:
            winner = other(folded)
            if s.card[folded] == 10:
                fine = min(10, s.chips[folded])
                s.chips[folded] -= fine
                s.chips[winner] += fine
                say("It was a 10: %s pays %d more." % (name(folded), fine))
                story(75, "%s folded a 10." % name(folded))
            elif s.card[folded] > s.card[winner]:
                story(60, "%s bluffed with a %d." % (name(winner), s.card[winner]))
        else:
            winner = higher(s.card)
            say("The cards are %d and %d." % (s.card[EC], s.card[DMO]))
        if winner:
            say("%s takes %d." % (name(winner), pot(s)))
            s.chips[winner] += pot(s)
            s.carried = 0
        else:
            s.carried = pot(s)
            say("Equal: %d carried over." % s.carried)

def match(opt):
    s = {}
    play(s, opt, random)
    return s.chips
