s = "z" * 100000
t = "abcdefghijklmnopqrstuvwxyz" * 1000
while True:
    s.strip(t)
