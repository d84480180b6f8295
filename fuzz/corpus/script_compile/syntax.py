"""Words."""
X, (Y, Z) = 1, [0x1f, 1_000]
def f(a, b=2, c=(3,)):
    if a and not b or c: return a[1:-1:2]
    elif a is not None: pass
    else:
        for i, (j, k) in enumerate(zip(a, b), start=1):
            continue
        else: a.b.c[d := 1] if 0 else 1
    while a < b <= c != 1:
        break
    del a[0], b.c
    assert a, f'{b!r:>{c}}{{}}'
f(*a, b=lambda x=1, *y: {**x})
