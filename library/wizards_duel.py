game(
    id="wizards-duel", name="Wizard's Duel", version=1, by="Deusovi",
    blurb="Nine spells, each cast once: outguess a rival whose hand you know.",
    options={
        "turn_s": seconds(60, "Time to choose a spell"),
        "wins": whole(2, 1, 4, "Bouts that win the match"),
    },
    presets={"best-of-3": {"name": "Best of three bouts"}, "one-bout": {"name": "One bout", "wins": 1}},
    state={"hand": owner, "boost": owner},
    score="bouts", unit="bouts won", orders="sealed",
)

SPELLS = "12345678X"
LABELS = {
    "1": ("1 Greater Restoration", "the spell you cast in the round before returns to your hand"),
    "2": ("2 Counterspell", "if your rival casts X now, you win the bout at once"),
    "3": ("3 Fog Cloud", "your next spell stays hidden; everyone still hears who hit"),
    "4": ("4 Confusion", "the lower strength hits this round"),
    "5": ("5 Bless", "your next spell has +2 strength"),
    "6": ("6 Firebolt", "two hits instead of one if it wins"),
    "7": ("7 Ray of Frost", "your own next spell has -2 strength"),
    "8": ("8 Charm Person", "ban one spell of your rival for the next round, but not 2 or X"),
    "X": ("X Power Word Kill", "wins the bout at once, unless it meets 2 or X"),
    "ban": ("Ban a spell of your rival", None),
}

def title(spell):
    return LABELS[spell][0]

def orders(v):
    """The hand without a banned spell; a ban lapses where it would leave nothing."""
    own = sorted(v.hand[v.seat])
    targets = [spell for spell in sorted(v.left[other(v.seat)]) if spell not in "2X"]
    may = [spell for spell in own if spell != v.banned[v.seat]] or own
    return [("8", "ban", targets) if spell == "8" and targets else spell for spell in may]

def notes(v, seat):
    """What a viewer knows of a player's next spell."""
    found = [f"{v.boost[seat]:+d} strength" if v.boost[seat] else "", "hidden in the fog" if v.fog[seat] else "",
             f"{v.banned[seat]} is banned" if v.banned[seat] else ""]
    return ", ".join([note for note in found if note])

def question(v):
    found = notes(v, v.seat)
    return f"Your spell for round {v.round}{f' ({found})' if found else ''}?"

def strength(s, seat, spell):
    """The strength in this round: 2 beats X, and X all others."""
    mine, theirs = spell[seat], spell[other(seat)]
    return 200 if mine == "2" and theirs == "X" else 100 if mine == "X" else int(mine) + s.boost[seat]

def cast(s, seat, order, before):
    """Lays a spell, in the fog without its name; gives the words for its effect on later rounds."""
    spell, shown, known = order[0], "?" if s.fog[seat] else order[0], s.cast[seat][-1:]
    s.hand[seat].discard(spell)
    s.left[seat].discard(shown)
    s.cast[seat].append(shown)
    s.fog[seat], s.boost[seat] = spell == "3", {"5": 2, "7": -2}.get(spell, 0)
    if spell == "1" and before:
        s.hand[seat].add(before)
        s.left[seat].update([each for each in known if each != "?"])
        return f" {name(seat)} takes back {'a hidden spell' if '?' in known else title(before)}."
    if "ban" in order:
        s.banned[other(seat)] = order[-1]
        return f" {name(other(seat))} may not cast {title(order[-1])} next."
    return ""

def score_hits(s, winner, spell):
    """Scores a round and gives the words for it."""
    s.rounds.append(winner)
    if not winner:
        return "nobody hits."
    loser = other(winner)
    if "X" in spell.values():
        countered = spell[winner] == "2"
        story(75 if countered else 50, f"{name(winner)} met {title(spell[loser])} with {title(spell[winner])}.")
        return "countered!" if countered else "no defence!"
    s.hits[winner] += 2 if spell[winner] == "6" else 1
    low, high = s.cast[winner][-1], s.cast[loser][-1]
    if low in "1234" and high in "78":
        story(60, f"{name(winner)} toppled {title(high)} with {title(low)}.")
        return f"the {low} topples the {high}, {name(winner)} hits!"
    return f"{name(winner)} hits{' twice!' if spell[winner] == '6' else '.'}"

def play_round(s, opt, before):
    """One round; gives what both cast, and who wins the bout at once."""
    given = ask_both(orders, question, seconds=opt.turn_s, missing=FIRST, label=LABELS, shown=not any(s.fog.values()))
    spell = each(lambda seat: given[seat][0])
    winner, killed = higher(each(lambda seat: strength(s, seat, spell))), "X" in spell.values()
    if winner and not killed and list(spell.values()).count("4") == 1:
        winner = other(winner)
    s.banned = both(None)
    effects = "".join([cast(s, seat, given[seat], before[seat]) for seat in SEATS])
    words = each(lambda seat: "a spell in the fog" if s.cast[seat][-1] == "?" else title(spell[seat]))
    result = score_hits(s, winner, spell)
    say(f"{name(EC)} casts {words[EC]}, {name(DMO)} {words[DMO]}: {result}{'' if killed else effects}")
    return spell, winner if killed else None

def play_bout(s, opt):
    """One bout; gives its winner."""
    s.hand, s.left, s.cast = each(lambda seat: set(SPELLS)), each(lambda seat: set(SPELLS)), each(lambda seat: [])
    s.hits, s.rounds, s.boost, s.banned, s.fog = both(0), [], both(0), both(None), both(False)
    spell, behind = both(None), both(0)
    for s.round in range(1, 10):
        s.stage = f"Bout {s.bout}, round {s.round}"
        spell, killer = play_round(s, opt, spell)
        if killer:
            break
        behind = each(lambda seat: max(behind[seat], s.hits[other(seat)] - s.hits[seat]))
    winner = killer or higher(s.hits) or DMO
    if behind[winner] >= 3:
        story(65, f"{name(winner)} won bout {s.bout} from {behind[winner]} hits behind.")
    return winner

def play(s, opt, random):
    s.bouts, s.bout = both(0), 0
    while opt.wins not in s.bouts.values():
        s.bout += 1
        winner = play_bout(s, opt)
        s.bouts[winner] += 1
        say(f"{s.hits[EC]} : {s.hits[DMO]} hits. {name(winner)} wins bout {s.bout}.")

def scene(v):
    def held(seat, spell):
        there = spell in (v.hand[seat] or v.left[seat])
        return card(spell, colour=seat if there and spell != v.banned[seat] else "muted", fill=None if there else "sunk")
    def laid(seat, spell, winner):
        colour, fill = ("words", seat + "-dim") if winner == seat else ("muted", "sunk")
        return card(None if spell == "?" else spell, back="in the fog", colour=colour, fill=fill)
    def side(seat):
        found = notes(v, seat)
        return [
            text(f"{name(seat)}: {plural(v.hits[seat], 'hit')}", colour=seat),
            text(f"The next spell: {found}", size="small", colour="accent") if found else None,
            hand("Spells left", [held(seat, spell) for spell in SPELLS]),
            hand("Cast, round by round", [laid(seat, *pair) for pair in zip(v.cast[seat], v.rounds)]),
        ]
    return [sides(side, below=True), table([[title(spell) for spell in line] for line in ["123", "456", "78X"]])]

RULES = """
# 🎯 In short
Both hold nine spells of strength 1 to 8 and X. Each is cast once in a bout.
Each round both pick a spell in secret. The higher strength scores one hit; equal strengths score none.
More hits after 9 rounds win the bout. The first to win {wins} bouts wins the match.
# ✨ The spells
SPELLS
# ✍️ Your order
A spell: `5` or `X`. Charm Person names its ban: `8 ban 6`.
# 🏠 Rulings
! X against X is no hit. X also beats Confusion. Two Confusions cancel each other.
! Bless and Ray of Frost may lift a strength over 8 or under 1. They never change X or an effect.
! Hidden spells work as usual. A return and a ban are announced; a hidden spell returns without its name.
! A ban lapses if it would leave no spell. A spell that never comes is your lowest one.
! Equal hits after 9 rounds: the DMO wins the bout.
""".replace("SPELLS", "\n".join([f"**{title(spell)}**: {LABELS[spell][1]}." for spell in SPELLS]))

EXAMPLES = [
    # 1 returns the spell of the round before; in round 1 it returns nothing.
    ["ec 1", "dmo 5: {dmo} 5 Bless: {dmo} hits.", "ec 2", "dmo 1: {dmo} hits. {dmo} takes back 5", "ec 3", "dmo 5"],
    # 2 beats X, X beats everything else, X against X is no hit.
    ["wins=1", "ec X", "dmo 2: win dmo"],
    ["wins=1", "ec X", "dmo 4: win ec"],
    ["ec X", "dmo X: nobody hits."],
    # 4: the lower strength hits; two of them cancel.
    ["ec 4", "dmo 8 ban 1: the 4 topples the 8, {ec} hits!"],
    ["ec 4", "dmo 3: {dmo} hits."],
    ["ec 5", "dmo 1", "ec 4", "dmo 4: {ec} hits."],
    # 5 and 7 change the next strength, also beyond 8 and 1.
    ["ec 5", "dmo 5: nobody hits.", "ec 7", "dmo 6: {ec} hits.", "ec 6", "dmo 4: nobody hits."],
    # 3 hides the next spell's name, its return has no name either.
    ["ec 3", "dmo 2", "ec 7", "dmo 5: a spell in the fog, {dmo} 5 Bless: {ec} hits.", "ec 1", "dmo 1: a hidden spell."],
    # 6 hits twice. 8 bans for one round.
    ["ec 6", "dmo 5: {ec} hits twice!"],
    ["ec 8 ban 1", "dmo 2: {dmo} may not cast 1 Greater Restoration next.", "ec 1", "dmo -: {dmo} 3 Fog", "ec 2"],
    # A comeback; equal hits after 9 rounds are the DMO's.
    ["wins=1", "ec 6", "dmo 5", "ec 8 ban 3", "dmo 1", "ec X", "dmo 2: from 3 hits behind"],
    ["wins=1"] + [f"{seat} {spell}" for spell in ["8 ban 1", "2", "3", "4", "5", "6", "7", "1"] for seat in SEATS]
    + ["ec X", "dmo X: win dmo"],
]
