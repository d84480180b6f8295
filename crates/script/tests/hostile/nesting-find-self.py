a = []
a.append(a)
b = []
b.append(b)
print(a in b)
