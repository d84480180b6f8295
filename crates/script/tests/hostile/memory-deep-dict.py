a = {}
while True:
    a = {"a": a}
