a = {}
a.a = a
print(a)
