def play(s):
    for seat in ["ec", "dmo"]:
        s[seat] = [ask(seat, orders=[1, 2]), ask(lambda v: s)]
    return sorted([3, 1], key=lambda x: ask(x) * x)
s = {"n": 0}
print(play(s), s, {x: [ask(x) for y in "a"] for x in "b"}, any(ask() > 9 for z in range(2)))
