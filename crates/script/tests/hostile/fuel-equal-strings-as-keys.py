a = "x" * 500000 + "a"
b = "x" * 500000 + "a"
d = {a: 1}
while True:
    d[b]
