print(len(random.shuffled(range(1000000000000))))
