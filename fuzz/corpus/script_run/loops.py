n = 0
while True:
    n += 1
    if n > 5: break
    for i in range(n, 0, -2):
        if i == 3: continue
        print(i, n // i, -n % i, 2 ** i, n << i)
    else:
        print("else")
xs = [[i, j] for i in range(3) for j in range(i) if i != j]
print(xs, sum(x[0] for x in xs), max(xs), min(xs, key=lambda x: x[1]), next((x for x in xs if x[0] > 1), None), sorted(xs, reverse=True)[1:])
