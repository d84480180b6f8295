a, b = [1], [1]
for i in range(40):
    a, b = [a, a], [b, b]
print(a in [b])
