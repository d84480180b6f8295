assert False, "x" * 1000000
