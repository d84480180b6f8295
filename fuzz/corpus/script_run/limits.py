a = []
b = {"a": a, "s": "x" * 100}
a.append(b)
def f(n):
    return [n] + f(n - 1) if n else []
print(len(f(20)), a == [b], a in a, list(map(lambda x: [x] * 3, range(50))))
xs = [0]
while True:
    xs = xs + [xs]
