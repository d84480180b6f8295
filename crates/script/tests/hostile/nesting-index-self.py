a = []
a.append(a)
b = []
b.append(b)
b.index([a])
