while True:
    print(end = "")
