s = {}
def f():
    return s.f()
s.f = f
s.f()
