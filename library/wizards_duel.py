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
    "1": ("1 Greater Restoration", "the spell you cast in the round before returns to your hand"),
    "2": ("2 Counterspell", "if your rival casts X now, you win the bout at once"),
    "3": ("3 Fog Cloud", "your next spell stays hidden; everyone still hears who hit"),
    "4": ("4 Confusion", "the lower strength hits this round"),
    "5": ("5 Bless", "your next spell has +2 strength"),
    "6": ("6 Firebolt", "two hits instead of one if it wins"),
    "7": ("7 Ray of Frost", "your own next spell has -2 strength"),
    "8": ("8 Charm Person", "ban one spell of your rival for the next round, but not 2 or X"),
    "X": ("X Power Word Kill", "wins the bout at once, unless it meets 2 or X"),
}

def title(spell):
    return SPELLS[spell][0]

def orders(v):
    """The hand without a banned spell; a ban lapses where it would leave nothing."""
    own = sorted(v.hand[v.seat])
    targets = [spell for spell in sorted(v.left[other(v.seat)]) if spell not in "2X"]
    may = [spell for spell in own if spell != v.banned[v.seat]] or own
    return [("8", "ban", targets) if spell == "8" and targets else spell for spell in may]

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
        s.left[seat].update([spell for spell in known if spell != "?"])
        return f" {name(seat)} takes back {'a hidden spell' if known == ['?'] else title(before)}."
    if "ban" in order:
        s.banned[other(seat)] = order[-1]
        return f" {name(other(seat))} may not cast {title(order[-1])} next."
    return ""

def play_round(s, opt, before):
    """One round; gives what both cast, and who wins the bout at once."""
    given = ask_both(orders, "Which spell do you cast?", seconds=opt.turn_s, missing=FIRST, label=SPELLS,
                     shown=not any(s.fog.values()))
    spell = each(lambda seat: given[seat][0])
    winner, killed = higher(each(lambda seat: strength(s, seat, spell))), "X" in spell.values()
    if winner and not killed and list(spell.values()).count("4") == 1:
        winner = other(winner)
    s.rounds.append(winner)
    s.banned = both(None)
    effects = "".join([cast(s, seat, given[seat], before[seat]) for seat in SEATS])
    words = each(lambda seat: "a spell in the fog" if s.cast[seat][-1] == "?" else title(spell[seat]))
    result = "nobody hits"
    if winner and killed:
        result = f"{name(winner)} wins at once"
        story(60, f"{name(winner)} met {title(spell[other(winner)])} with {title(spell[winner])}.")
    elif winner:
        twice = spell[winner] == "6"
        result = f"{name(winner)} hits{' twice' if twice else ''}"
        s.hits[winner] += 2 if twice else 1
    say(f"{name(EC)} casts {words[EC]}, {name(DMO)} {words[DMO]}: {result}.{'' if killed else effects}")
    return spell, winner if killed else None

def play(s, opt, random):
    s.bouts, s.bout = both(0), 0
    while opt.wins not in s.bouts.values():
        s.bout += 1
        s.hand, s.left, s.cast = each(lambda seat: set(SPELLS)), each(lambda seat: set(SPELLS)), each(lambda seat: [])
        s.hits, s.rounds, s.boost, s.banned, s.fog = both(0), [], both(0), both(None), both(False)
        spell, killer = both(None), None
        while not killer and len(s.rounds) < 9:
            s.stage = f"Bout {s.bout}, round {len(s.rounds) + 1}"
            spell, killer = play_round(s, opt, spell)
        winner = killer or higher(s.hits) or DMO
        s.bouts[winner] += 1
        say(f"{s.hits[EC]} : {s.hits[DMO]} hits. {name(winner)} wins bout {s.bout}.")

def scene(v):
    def side(seat):
        """What a viewer knows of a player's spells."""
        notes = [f"{v.boost[seat]:+d} strength" if v.boost[seat] else "", "in the fog" if v.fog[seat] else "",
                 f"{v.banned[seat]} is banned" if v.banned[seat] else ""]
        cast = [card(spell, colour=seat if seat == winner else "muted")
                for spell, winner in zip(v.cast[seat], v.rounds)]
        return [
            text(f"{name(seat)}: {plural(v.hits[seat], 'hit')}", colour=seat),
            text(f"The next spell: {', '.join([note for note in notes if note]) or 'as usual'}", size="small"),
            hand("Spells left", sorted(v.hand[seat] or v.left[seat]), colour=seat),
            hand("Cast, in colour where it hit", cast),
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
""".replace("SPELLS", "\n".join([f"**{words}**: {effect}." for words, effect in SPELLS.values()]))

EXAMPLES = [
    # 1 returns the spell of the round before; in round 1 it returns nothing.
    ["ec 1", "dmo 5: {dmo} 5 Bless: {dmo} hits.", "ec 2", "dmo 1: {dmo} hits. {dmo} takes back 5", "ec 3", "dmo 5"],
    # 2 beats X, X beats everything else, X against X is no hit.
    ["wins=1", "ec X", "dmo 2: win dmo"],
    ["wins=1", "ec X", "dmo 4: win ec"],
    ["ec X", "dmo X: nobody hits."],
    # 4: the lower strength hits; two of them cancel.
    ["ec 4", "dmo 8 ban 1: {ec} hits."],
    ["ec 5", "dmo 1", "ec 4", "dmo 4: {ec} hits."],
    # 5 and 7 change the next strength, also beyond 8 and 1.
    ["ec 5", "dmo 5: nobody hits.", "ec 7", "dmo 6: {ec} hits.", "ec 6", "dmo 4: nobody hits."],
    # 3 hides the next spell's name, its return has no name either.
    ["ec 3", "dmo 2", "ec 7", "dmo 5: a spell in the fog, {dmo} 5 Bless: {ec} hits.", "ec 1", "dmo 1: a hidden spell."],
    # 6 hits twice. 8 bans for one round.
    ["ec 6", "dmo 5: {ec} hits twice."],
    ["ec 8 ban 1", "dmo 2: {dmo} may not cast 1 Greater Restoration next.", "ec 1", "dmo -: {dmo} 3 Fog", "ec 2"],
    # Equal hits after 9 rounds are the DMO's.
    ["wins=1"] + [f"{seat} {spell}" for spell in ["8 ban 1", "2", "3", "4", "5", "6", "7", "1"] for seat in SEATS]
    + ["ec X", "dmo X: win dmo"],
]
