a, b = [1], [1]
for i in range(50):
    a, b = [a, a], [b, b]
print(a < b)
