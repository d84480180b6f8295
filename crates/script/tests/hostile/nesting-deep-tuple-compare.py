a, b = (), ()
for i in range(10000):
    a, b = (a,), (b,)
print(a == b)
