if (n := 1):
    pass
