for i in range(9223372036854775807):
    pass
