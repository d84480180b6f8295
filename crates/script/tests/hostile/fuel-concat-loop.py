s = "x" * 500000
while True:
    t = s + "y"
