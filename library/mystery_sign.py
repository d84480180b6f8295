game(
    id="mystery-sign", name="Mystery Sign", version=1, by="the makers of The Genius",
    blurb="Give numbers to a secret operation, and be the first to say what it makes of two others.",
    options={
        "hint_s": seconds(60, "Time for each number of a hint"),
        "guess_s": seconds(60, "Time to buzz after a hint"),
        "answer_s": seconds(10, "Time for the answer after a buzz"),
        "rounds": whole(11, 1, 11, "Rounds, each with a new sign"),
        "hints": whole(10, 1, 10, "Hints in a round"),
    },
    presets={"standard": {}, "short": {"name": "5 rounds", "rounds": 5}, "show": {"name": "5 s a buzz", "answer_s": 5}},
    state={"signs": nobody}, score="points", advantage="chooses who begins", orders="both",
    brings={"signs": "Signs of the rules, from round 1 on, a line each, such as: even digits"},
)

MOST, LARGEST, EXTRA = 999999999, 4000000000000000000, 3
TELLING = ["48", "306", "7", "2951"]        # numbers that most signs treat in different ways
GIVES = {"first": "I give the first number", "second": "My rival gives it"}
BUZZ = {"buzz": ("Buzz!", "+3 if you are right, -1 if not"), "pass": ("Pass", "Wait for the next hint")}

SIGNS = {
    "larger minus smaller": lambda a, b: abs(a - b),
    "sum of all digits": lambda a, b: sum(digits(a) + digits(b)),
    "count of all digits": lambda a, b: len(str(a)) + len(str(b)),
    "one behind the other": lambda a, b: int(str(a) + str(b)),
    "first digits multiplied": lambda a, b: digits(a)[0] * digits(b)[0],
    "last digits added": lambda a, b: a % 10 + b % 10,
    "larger number doubled": lambda a, b: 2 * max(a, b),
    "larger modulo smaller": lambda a, b: max(a, b) % min(a, b),
    "larger minus the digit count of the smaller": lambda a, b: max(a, b) - len(str(min(a, b))),
    "product modulo 97": lambda a, b: a * b % 97,
    "sum read backwards": lambda a, b: int(str(a + b)[::-1]),
    "largest digit times smallest digit": lambda a, b: max(digits(a) + digits(b)) * min(digits(a) + digits(b)),
    "even digits": lambda a, b: len([digit for digit in digits(a) + digits(b) if digit % 2 == 0]),
    "difference of the digit sums": lambda a, b: abs(sum(digits(a)) - sum(digits(b))),
    "greatest common divisor": gcd,
    "letters of the English names": lambda a, b: len((in_words(a) + in_words(b)).replace(" ", "")),
    "digits in both numbers": lambda a, b: len(set(digits(a)) & set(digits(b))),
    "holes in the digits": lambda a, b: sum(["06889".count(digit) for digit in f"{a}{b}"]),
    "digit sums multiplied": lambda a, b: sum(digits(a)) * sum(digits(b)),
    "smaller digit of each place added": lambda a, b: sum(map(min, zip(digits(a)[::-1], digits(b)[::-1]))),
}
EASY, MEDIUM, HARD = list(SIGNS)[:7], list(SIGNS)[7:14], list(SIGNS)[14:]
THEN = {"": lambda n: n, ", doubled": lambda n: 2 * n, ", plus one": lambda n: n + 1, ", read backwards": lambda n: int(str(n)[::-1])}

def followed(first, second):
    return lambda a, b: second(first(a, b))

KNOWN = {sign + then: followed(SIGNS[sign], THEN[then]) for sign in SIGNS for then in THEN}

def signs_from(first, random):
    """A sign for each round: these, then others from easy to hard."""
    drawn = random.shuffled(EASY)[:4] + random.shuffled(MEDIUM)[:4] + random.shuffled(HARD)
    return first + [sign for sign in drawn if sign not in first]

def numbers(v):
    """Any number but the one that would ask the question."""
    before, behind = v.pair
    return [between("", 1, behind - 1), between("", behind + 1, MOST)] if v.first == before else between("", 1, MOST)

def ask_hint(s, seat, opt):
    """Both players give a number, and the dealer the result."""
    s.first = int(ask(seat, numbers, lambda v: f"To learn {v.pair[0]} ? {v.pair[1]}: which number stands before the sign?",
                      seconds=opt.hint_s, missing="7", ideas=TELLING))
    second = int(ask(other(seat), numbers, lambda v: f"To learn {v.pair[0]} ? {v.pair[1]}: {v.first} ? … Which number "
                     "stands behind the sign?", seconds=opt.hint_s, missing="8", ideas=TELLING))
    result = KNOWN[s.signs[s.round]](s.first, second)
    s.hints.append([s.first, second, result])
    s.fits = [sign for sign in s.fits if SIGNS[sign](s.first, second) == result]
    say(f"Hint {len(s.hints)}: {s.first} ? {second} = {result}.")
    s.first = None

def results(v):
    """The possible answers, the likeliest first, by the signs that fit the hints; 0 where none of them does."""
    found = [SIGNS[sign](*v.pair) for sign in v.fits] or [0]
    return sorted(set(found), key=lambda result: found.count(result), reverse=True)

def ask_guess(s, opt):
    def wrong(seat, answer):
        s.points[seat] -= 1
        say(f"{name(seat)} {'says ' + answer if answer else 'says nothing in time'}: that is not it, -1.")
    return buzz(
        lambda v: between("", 0, LARGEST), lambda v: f"{v.pair[0]} ? {v.pair[1]} = …",
        str(KNOWN[s.signs[s.round]](*s.pair)), opt.guess_s, opt.answer_s, wrong=wrong, label=BUZZ,
        ideas=lambda v: results(v)[:1], knows=lambda v: ["buzz"] if len(results(v)) == 1 else ["pass"],
    )

def play_round(s, opt, random, first):
    s.fits, s.hints, s.pair = list(SIGNS), [], [random.below(989) + 11, random.below(989) + 11]
    say(f"Round {s.round + 1} asks for {s.pair[0]} ? {s.pair[1]}.")
    for hint in range(opt.hints):
        s.stage = f"Round {s.round + 1}, hint {hint + 1} of {opt.hints}"
        ask_hint(s, first if hint % 2 == 0 else other(first), opt)
        winner = ask_guess(s, opt)
        if winner:
            s.points[winner] += 3
            result = KNOWN[s.signs[s.round]](*s.pair)
            say(f"{name(winner)} is right: {s.pair[0]} ? {s.pair[1]} = {result}, +3! The sign was: {s.signs[s.round]}.")
            return winner
    say("Nobody found this sign. It stays unsaid.")

def play(s, opt, random):
    s.points, s.round, s.pair, s.hints, s.fits, s.first, s.stage = both(0), 0, None, [], [], None, "Before round 1"
    brought = opt.signs or []
    for line in brought:
        if line not in KNOWN or brought.count(line) > 1:
            refuse(f"The line {line} is no sign, or stands there twice. Write: even digits. Or: even digits, doubled.")
    s.signs = signs_from(brought, random)
    first = who_begins(opt, "Who gives the first number?", label=GIVES)
    while s.round < opt.rounds or higher(s.points) is None and s.round < opt.rounds + EXTRA:
        first = play_round(s, opt, random, first) or first
        s.round += 1

def imagine(v, random):
    return {"signs": signs_from([random.choice(v.fits or list(SIGNS)) for round in range(v.round + 1)], random)}

def scene(v):
    asked = f"{v.pair[0]} ? {v.pair[1]} = …" if v.pair else "A secret sign for two numbers"
    question = column([text(asked, size="big", colour="accent")], lit=True)
    hints = [[number + 1, f"{a} ? {b}", result] for number, (a, b, result) in enumerate(v.hints)]
    return [question, table(hints, head=["Hint", "Numbers", "Result"]) if hints else text("No hint yet")]

RULES = """
# 🎯 In short
The sign `?` is a secret operation on two whole numbers. A question such as `31 ? 204` is up: what does it make?
Give numbers of your own, see the results, and be the first to know the answer. The player with more points after round {rounds} wins.
# 🔎 Hints
In turn each player gives a number from 1 to 999999999: one before the sign, the other behind it. Roles swap with each hint. A hint may not be the question.
# ⏱️ Buzz
After each hint you may `buzz` or `pass`. The first buzz counts; its player then has {answer_s} s for the answer.
Right: +3, and the round ends. Wrong or late: -1, and the other player alone may buzz until the next hint.
If hint {hints} brings no right answer either, the sign stays unsaid.
# 🧮 Signs
Four easy, four harder and three hard ones, by lot; none comes twice.
SIGNS
# 🏠 Rulings
! The player with the Advantage chooses who gives the first number; then the winner of the last round gives it.
! A tie is played off in up to three more rounds; then the DMO wins.
! A number that never comes is 7 before the sign and 8 behind it. A calculator is not allowed.
! Each buzz gives the other player the whole time again.
! A host may bring the signs, a line each: a name above, also as `even digits, doubled`, `plus one` or `read backwards`.
""".replace("SIGNS", "\n".join([", ".join(level) + "." for level in [EASY, MEDIUM, HARD]]))

EXAMPLES = [
    ["signs=even digits", "dmo first", "dmo 24", "ec 13: 24 ? 13 = 2.", "ec buzz", "ec 99: that is not it, -1."],
    ["signs=larger number doubled, plus one", "dmo second", "ec 10", "dmo 21: = 43.", "dmo pass", "ec pass", "dmo 5",
     "ec 5: Hint 2: 5 ? 5 = 11.", "ec buzz: {ec} buzzes!"],
    ["signs=larger number trebled", "refused"], ["signs=even digits\neven digits", "refused"],
]
