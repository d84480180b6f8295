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

SPELLS = {
    "1": ("Greater Restoration", "the spell you cast in the round before returns to your hand"),
    "2": ("Counterspell", "if your rival casts X now, you win the bout at once"),
    "3": ("Fog Cloud", "your next spell stays hidden; everyone still hears who hit"),
    "4": ("Confusion", "the lower strength hits this round"),
    "5": ("Bless", "your next spell has +2 strength"),
    "6": ("Firebolt", "two hits instead of one if it wins"),
    "7": ("Ray of Frost", "your own next spell has -2 strength"),
    "8": ("Charm Person", "ban one spell of your rival for the next round, but not 2 or X"),
    "X": ("Power Word Kill", "wins the bout at once, unless it meets 2 or X"),
}
ROUNDS = 9

def title(spell):
    return f"{spell} {SPELLS[spell][0]}"

LABELS = {spell: (title(spell), SPELLS[spell][1]) for spell in SPELLS}
LABELS["ban"] = "Ban a spell of your rival"

def spells(s, seat):
    """What a seat may cast: a ban lapses where it would leave nothing."""
    return [spell for spell in s.hand[seat] if spell != s.banned[seat]] or s.hand[seat]

def orders(v):
    targets = [spell for spell in v.left[other(v.seat)] if spell not in "2X"]
    bans = [f"8 ban {target}" for target in targets] or ["8"]
    return sum([bans if spell == "8" else [spell] for spell in spells(v, v.seat)], [])

def question(v):
    boost, ban = v.boost[v.seat], v.banned[v.seat]
    notes = f" It has {boost:+d} strength." if boost else ""
    notes += f" Your {ban} is banned." if ban else ""
    notes += " It stays hidden in the fog." if v.fog[v.seat] else ""
    return f"Your spell for round {v.round}?{notes}"

def start_bout(s):
    s.hand, s.left = each(lambda seat: list(SPELLS)), each(lambda seat: list(SPELLS))
    s.cast, s.hits, s.rounds = each(lambda seat: []), both(0), []
    s.boost, s.banned, s.fog = both(0), both(None), both(False)

def hitter(s, spell):
    """Who hits, if anybody."""
    best = higher(each(lambda seat: 100 if spell[seat] == "X" else int(spell[seat]) + s.boost[seat]))
    confused = list(spell.values()).count("4") == 1 and "X" not in spell.values()
    return other(best) if best and confused else best

def knockout(spell):
    """Who wins the bout at once, if anybody: X against all but 2 and X, and 2 against X."""
    if spell[EC] == spell[DMO] or "X" not in spell.values():
        return None
    killer = EC if spell[EC] == "X" else DMO
    return other(killer) if spell[other(killer)] == "2" else killer

def show(s, seat, spell):
    """Puts a spell on the table, in the fog without its name."""
    s.hand[seat].remove(spell)
    s.cast[seat].append("?" if s.fog[seat] else spell)
    if not s.fog[seat]:
        s.left[seat].remove(spell)

def take_effect(s, seat, order, before):
    """What a spell does to later rounds; gives the words for it."""
    spell, told = order[0], []
    if spell == "1" and before:
        # Only its owner may know the name of a spell in the fog.
        known = s.cast[seat][-2]
        s.hand[seat] = [each for each in SPELLS if each in s.hand[seat] or each == before]
        s.left[seat] = [each for each in SPELLS if each in s.left[seat] or each == known]
        told.append(f"{name(seat)} takes back {'a hidden spell' if known == '?' else title(known)}.")
    if " ban " in order:
        s.banned[other(seat)] = order[-1]
        told.append(f"{name(other(seat))} may not cast {title(order[-1])} next.")
    s.fog[seat], s.boost[seat] = spell == "3", {"5": 2, "7": -2}.get(spell, 0)
    return told

def clash(s):
    words = each(lambda seat: "a spell in the fog" if s.cast[seat][-1] == "?" else title(s.cast[seat][-1]))
    return f"{name(EC)} casts {words[EC]}, {name(DMO)} {words[DMO]}"

def score_hits(s, winner, spell):
    """Scores a round and gives the words for it."""
    s.rounds.append(winner)
    if not winner:
        return "nobody hits."
    hits, loser = 2 if spell[winner] == "6" else 1, other(winner)
    s.hits[winner] += hits
    low, high = s.cast[winner][-1], s.cast[loser][-1]
    if low in "1234" and high in "78":
        story(60, f"{name(winner)} toppled {title(high)} with {title(low)}.")
        return f"the {low} topples the {high}, {name(winner)} hits!"
    return f"{name(winner)} hits twice!" if hits == 2 else f"{name(winner)} hits."

def play_round(s, opt, before):
    """One round; gives what both cast, and who wins the bout at once."""
    given = ask_both(orders, question, seconds=opt.turn_s, missing=FIRST, label=LABELS, shown=not any(s.fog.values()))
    spell = each(lambda seat: given[seat][0])
    winner, killer = hitter(s, spell), knockout(spell)
    for seat in SEATS:
        show(s, seat, spell[seat])
    if killer:
        s.rounds.append(killer)
        end = "countered!" if spell[killer] == "2" else "no defence!"
        say(f"{name(EC)} casts {title(spell[EC])}, {name(DMO)} {title(spell[DMO])}: {end}")
        met = f"{name(killer)} met {title(spell[other(killer)])} with {title(spell[killer])}."
        story(75 if spell[killer] == "2" else 50, met)
        return spell, killer
    result = score_hits(s, winner, spell)
    s.banned = both(None)
    effects = sum([take_effect(s, seat, given[seat], before[seat]) for seat in SEATS], [])
    say(" ".join([f"{clash(s)}: {result}"] + effects))
    return spell, None

def play_bout(s, opt):
    """One bout; gives its winner."""
    start_bout(s)
    spell, behind = both(None), both(0)
    for s.round in range(1, ROUNDS + 1):
        s.stage = f"Bout {s.bout}, round {s.round}"
        spell, killer = play_round(s, opt, spell)
        if killer:
            break
        for seat in SEATS:
            behind[seat] = max(behind[seat], s.hits[other(seat)] - s.hits[seat])
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
        if spell not in (v.hand[seat] or v.left[seat]):
            return card(spell, colour="muted", fill="sunk")
        return card(spell, colour="muted" if spell == v.banned[seat] else seat)
    def laid(seat, spell, winner):
        colour, fill = ("words", seat + "-dim") if winner == seat else ("muted", "sunk")
        return card(None if spell == "?" else spell, back="in the fog", colour=colour, fill=fill)
    def side(seat):
        fogs = v.cast[seat].count("?")
        notes = [f"{fogs} cast in the fog" if fogs else "", f"{v.banned[seat]} is banned" if v.banned[seat] else "",
                 "the next spell is hidden" if v.fog[seat] else ""]
        return [
            text(f"{name(seat)}: {plural(v.hits[seat], 'hit')}", colour=seat),
            text(", ".join([note for note in notes if note]), size="small", colour="accent") if any(notes) else None,
            hand("Spells left", [held(seat, spell) for spell in SPELLS]),
            hand("Cast, round by round", [laid(seat, *pair) for pair in zip(v.cast[seat], v.rounds)]),
        ]
    return [sides(side, below=True), table([[title(spell) for spell in line] for line in ["123", "456", "78X"]])]

RULES = """
# 🎯 In short
Both hold nine spells of strength 1 to 8 and X. Each is cast once in a bout.
Each round both pick a spell in secret. The higher strength scores one hit; equal strengths score none.
A bout has 9 rounds. More hits win it. The first to win {wins} bouts wins the match.
# ✨ The spells
SPELLS
# ✍️ Your order
A spell: `5` or `X`. Charm Person names its ban: `8 ban 6`.
# 🏠 Rulings
! X against X is no hit. X also beats Confusion.
! Two Confusions cancel each other: the higher strength hits.
! Bless and Ray of Frost may lift a strength over 8 or under 1. They never change X or an effect.
! Hidden spells work as usual. A return and a ban are announced; a hidden spell returns without its name.
! A ban lapses if it would leave no spell.
! A spell that never comes is your lowest one. Equal hits after 9 rounds: the DMO wins the bout.
""".replace("SPELLS", "\n".join([f"**{title(spell)}**: {SPELLS[spell][1]}." for spell in SPELLS]))

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
