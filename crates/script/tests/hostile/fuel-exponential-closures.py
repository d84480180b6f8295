def twice(f):
    return lambda x: f(f(x))
f = lambda x: (x + 1) % 7
for i in range(40):
    f = twice(f)
print(f(0))
