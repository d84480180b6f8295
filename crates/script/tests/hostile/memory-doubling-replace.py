s = "x"
while True:
    s = s.replace("x", "xx")
