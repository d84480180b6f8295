print(len([0] * 100000000))
