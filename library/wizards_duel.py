game(
    id="wizards-duel", name="Wizard's Duel", version=1, by="Deusovi",
    blurb="Nine spells, each cast once: outguess a rival whose hand you know.",
    options={"turn_s": seconds(60, "Time for a spell"), "wins": whole(2, 1, 4, "Bouts that win the match")},
    presets={"best-of-3": {"name": "Best of three bouts"}, "one-bout": {"name": "One bout", "wins": 1}},
    score="bouts", unit="bouts won", orders="sealed", state={"hand": owner, "boost": owner},
)

SPELLS = {
    "1": ("1 Greater Restoration", "the spell you cast in the round before returns to your hand"),
    "2": ("2 Counterspell", "if your rival casts X now, you win the bout at once"),
    "3": ("3 Fog Cloud", "your next spell stays hidden; everyone still hears who hit"),
    "4": ("4 Confusion", "the lower strength hits this round; two cancel each other"),
    "5": ("5 Bless", "your next spell has +2 strength"),
    "6": ("6 Firebolt", "two hits instead of one if it wins"),
    "7": ("7 Ray of Frost", "your own next spell has -2 strength"),
    "8": ("8 Charm Person", "ban one spell of your rival for the next round, but not 2 or X"),
    "X": ("X Power Word Kill", "wins the bout at once, unless it meets 2 or X"),
}

def ban(v):
    """The banned spell of the hand; a ban lapses where it would leave nothing."""
    return {v.banned[v.seat]} & v.hand[v.seat] if len(v.hand[v.seat]) > 1 else set()

def orders(v):
    return [("8", "ban", without(SPELLS, "2X")) if spell == "8" else spell for spell in sorted(v.hand[v.seat] - ban(v))]

def strength(s, seat, spell):
    """The strength in this round: 2 beats X, and X all others; one Confusion turns the numbers round."""
    if "X" in spell.values():
        return {"2": 2, "X": 1}.get(spell[seat], 0)
    return (int(spell[seat]) + s.boost[seat]) * (-1 if list(spell.values()).count("4") == 1 else 1)

def play_round(s, opt, before):
    """One round; gives what both cast."""
    given = ask_both(orders, "Which spell do you cast?", seconds=opt.turn_s, missing=FIRST,
                     shown=not any(s.fog.values()), label=lambda v, order: SPELLS.get(order[-1], SPELLS["8"]), hint=lambda v, said:
                     "Which spell do you ban? 2 and X cannot be banned." if said else f"{v.banned[v.seat]} is banned." if ban(v) else None)
    spell, effects, result = each(lambda seat: given[seat][0]), "", "nobody hits"
    shown = each(lambda seat: "?" if s.fog[seat] else spell[seat])
    winner, s.banned = higher(each(lambda seat: strength(s, seat, spell))), both(None)
    for seat in SEATS:
        s.fog[seat], s.boost[seat] = spell[seat] == "3", {"5": 2, "7": -2}.get(spell[seat], 0)
        s.hand[seat].discard(spell[seat])
        s.left[seat].discard(shown[seat])
        if spell[seat] == "8":
            s.banned[other(seat)] = given[seat][-1]
            effects += f" {name(other(seat))} may not cast {given[seat][-1]} next."
        elif spell[seat] == "1" and before:
            last, winner_then = s.cast[seat][-1]
            s.hand[seat].add(before[seat])
            s.left[seat] |= {last} - {"?"}
            effects += f" {name(seat)} takes back {'a hidden spell' if last == '?' else last}."
        s.cast[seat].append((shown[seat], winner))
    if winner and "X" in spell.values():
        s.killer, effects, result = winner, "", f"{name(winner)} wins at once"
        story(60, f"{name(winner)} met {SPELLS[spell[other(winner)]][0]} with {SPELLS[spell[winner]][0]}.")
    elif winner:
        s.hits[winner] += 2 if spell[winner] == "6" else 1
        result = f"{name(winner)} hits{' twice' if spell[winner] == '6' else ''}"
    words = each(lambda seat: "a spell in the fog" if shown[seat] == "?" else SPELLS[shown[seat]][0])
    say(f"{versus(words, 'casts')}: {result}.{effects}{'' if s.killer else f' Hits: {versus(s.hits)}.'}")
    return spell

def play(s, opt, random):
    s.bouts, bout = both(0), 0
    while opt.wins not in s.bouts.values():
        s.hand, s.left = each(lambda seat: set(SPELLS)), each(lambda seat: set(SPELLS))
        s.cast, s.hits, s.boost, s.fog = each(lambda seat: []), both(0), both(0), both(False)
        bout, spell, s.killer, s.banned = bout + 1, None, None, both(None)
        while not s.killer and len(s.cast[EC]) < 9:
            s.stage = f"Bout {bout}, round {len(s.cast[EC]) + 1}"
            spell = play_round(s, opt, spell)
        winner = s.killer or higher(s.hits) or DMO
        s.bouts[winner] += 1
        say(f"{name(winner)} wins bout {bout}.")

def scene(v):
    def side(seat):
        notes = [note for note, holds in [(f"{v.boost[seat] or 0:+d} strength", v.boost[seat]), ("in the fog", v.fog[seat]),
                                          (f"{v.banned[seat]} is banned", v.banned[seat])] if holds]
        return [text(f"{name(seat)}: {plural(v.hits[seat], 'hit')}", colour=seat),
                text(f"Next spell: {', '.join(notes)}") if notes else None,
                hand("Spells left", sorted(v.hand[seat] or v.left[seat]), colour=seat),
                hand("Cast, in colour where it hit", [card(spell, seat if seat == winner else "muted") for spell, winner in v.cast[seat]])]
    return [sides(side, below=True), table([[SPELLS[spell][0] for spell in line] for line in ["123", "456", "78X"]])]

RULES = """
# 🎯 In short
Both hold nine spells of strength 1 to 8 and X. Each is cast once in a bout.
Each round both pick a spell in secret. The higher strength scores one hit; equal strengths score none.
More hits after 9 rounds win the bout, equal hits the DMO. The first to win {wins} of the bouts wins the match.
# ✨ The spells
SPELLS
# ✍️ Your order
`5`, `X` or its name, `bless`. `8 ban 6` names a ban. Without an order you cast your lowest spell; 8 bans 1.
# 🏠 Rulings
! Bless and Ray of Frost may lift a strength over 8 or under 1. They never change X or an effect.
! Hidden spells work as usual. A return and a ban are announced; a hidden spell returns without its name.
! A ban may name any spell but 2 and X, also one that is gone. It lapses if it would leave no spell.
""".replace("SPELLS", "\n".join([f"**{words}**: {effect}." for words, effect in SPELLS.values()]))

EXAMPLES = [
    ["wins=1", "ec X", "dmo 2: win dmo"], ["wins=1", "ec X", "dmo 4: win ec"],
    ["wins=1"] + ["ec -", "dmo -"] * 8 + ["ec -", "dmo -: {dmo} wins bout 1."],
    ["ec X", "dmo X: nobody hits.", "ec 5", "dmo 1", "ec 4", "dmo 4: {ec} hits."],
    ["ec 5", "dmo 1: {ec} hits.", "ec 3", "dmo 5: nobody hits.", "ec 7",
     "dmo 6: a spell in the fog, {dmo} 6 Firebolt: {dmo} hits twice.", "ec 1", "dmo 2: back a hidden spell."],
    ["ec 5", "dmo 6", "ec 8 ban 6", "dmo 1: back 6.", "ec 3", "dmo -: 2 Counter", "ec 4", "dmo 6: {ec} hits"],
]
