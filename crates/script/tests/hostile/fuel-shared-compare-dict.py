a, b = {}, {}
for i in range(50):
    a, b = {"l": a, "r": a}, {"l": b, "r": b}
print(a == b)
