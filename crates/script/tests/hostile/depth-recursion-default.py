def f(x = 0):
    return f(x = x)
f()
