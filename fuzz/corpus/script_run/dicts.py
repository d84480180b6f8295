s = {"chips": {"ec": 5}, "deck": list(range(9))}
s.turn = "ec"
s.chips[s.turn] -= 1
s.chips.dmo = s.deck.pop() + len(s.deck)
d = {(1, 2): {3}, 1: "x", True: None}
d |= {i: i for i in range(12)}
for k in list(d):
    if k != 3: del d[k]
print(s, d, d.get(9), d.setdefault(7, 8), d.pop(7), {1, 2} & {2}, list(d.items()))
