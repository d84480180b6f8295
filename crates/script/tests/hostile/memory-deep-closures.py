a = lambda: 0
while True:
    a = (lambda b: lambda: b)(a)
