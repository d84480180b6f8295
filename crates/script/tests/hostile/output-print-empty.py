while True:
    print()
