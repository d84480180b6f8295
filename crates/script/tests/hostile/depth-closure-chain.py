def make(n):
    f = lambda x: x
    for i in range(n):
        f = (lambda g: lambda x: g(x) + 1)(f)
    return f
print(make(5000)(0))
