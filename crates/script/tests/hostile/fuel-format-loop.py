while True:
    f"{1:1000000}"
