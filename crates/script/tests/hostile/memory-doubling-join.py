s = "x"
while True:
    s = s.join([s, s, s])
