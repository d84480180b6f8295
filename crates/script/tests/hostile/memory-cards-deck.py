cards.deck(range(10000), range(10000))
