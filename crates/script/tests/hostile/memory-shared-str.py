a = ["x" * 1000]
for i in range(50):
    a = [a, a]
s = str(a)
