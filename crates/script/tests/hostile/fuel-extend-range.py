xs = []
xs.extend(range(1000000000000))
