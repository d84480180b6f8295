a = [1]
for i in range(50):
    a = [a, a]
print(a)
