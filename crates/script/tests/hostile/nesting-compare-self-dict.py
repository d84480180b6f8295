a = {}
a.x = a
b = {}
b.x = b
print(a == b)
