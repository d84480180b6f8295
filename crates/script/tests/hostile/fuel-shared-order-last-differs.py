a, b = [1], [2]
for i in range(50):
    a, b = [a, a, a], [a, a, b]
    if i % 2:
        a = [x for x in a]
c = [1]
for i in range(50):
    c = [c, c, c]
print(c < b)
