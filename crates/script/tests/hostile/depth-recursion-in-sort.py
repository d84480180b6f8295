def f(x):
    xs = [x, x]
    xs.sort(key = f)
f(0)
