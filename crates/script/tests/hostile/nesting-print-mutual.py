a, b = [], []
a.append(b)
b.append(a)
print(a)
