a = "x" * 500000 + "a"
b = "x" * 500000 + "b"
while True:
    a < b
