xs = []
while True:
    xs.append({})
