a, b = {}, {}
for i in range(3000):
    a, b = {"x": a}, {"x": b}
print(a == b)
