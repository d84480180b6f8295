for i in range(0, -9223372036854775807, -1):
    pass
