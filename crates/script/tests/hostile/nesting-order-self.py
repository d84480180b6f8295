a = [[]]
a[0] = a
b = [[]]
b[0] = b
print(a < b)
