s = "a" * 500000
ts = (s + "b", s + "c", s + "d", s + "e")
while True:
    s.startswith(ts)
