def f(x):
    return filter(f, [x])
f(0)
