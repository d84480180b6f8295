a = []
for i in range(50):
    a = [a, a]
d = {}
d[(1, 2)]
