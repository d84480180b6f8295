a = []
a.append(a)
b = []
b.append(b)
sorted([a, b])
