a, b = (), ()
for i in range(10000):
    a, b = (a,), (b,)
d = {a: 1}
print(d[b])
