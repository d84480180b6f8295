cards.deck(range(1000000000), [1])
