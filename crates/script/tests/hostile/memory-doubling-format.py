s = "x"
while True:
    s = f"{s}{s}"
