a, b = [1], [2]
for i in range(20000):
    a, b = [a], [b]
print(a < b)
