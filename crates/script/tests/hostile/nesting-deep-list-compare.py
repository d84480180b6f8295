a, b = [], []
for i in range(20000):
    a, b = [a], [b]
print(a == b)
