a = 'it\'s' "x" r'\d' f"{1:03d}" rf'{a}\n' '''
three''' b'bytes' '\u00e9\x41\N{DASH}'
b = f"{a + 'x'!r}{ {1: 2}[1] }{(lambda: 1)():>5}" % (1, "%d%%")
c = (1 +
     2) \
    - 3
