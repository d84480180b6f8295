a = []
a.append(a)
print(a)
