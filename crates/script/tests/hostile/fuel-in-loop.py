s = "a" * 500000
t = "a" * 250000 + "b"
while True:
    t in s
