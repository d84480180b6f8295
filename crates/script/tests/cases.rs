//! Scripts with their output, by feature. `differential` checks that Python prints the same.

/// Expressions and their printed form.
pub const EXPRESSIONS: &[(&str, &str)] = &[
    // Numbers.
    ("1 + 2 * 3 - 4", "3"),
    ("-7 // 2, -7 % 2, 7 // -2, 7 % -2", "-4 1 -4 -1"),
    ("2 ** 10, (-2) ** 3, -2 ** 2, 0 ** 0", "1024 -8 -4 1"),
    ("1 << 62, -1 << 63, -5 >> 1, 5 >> 100", "4611686018427387904 -9223372036854775808 -3 0"),
    ("6 & 3, 6 | 3, 6 ^ 3, ~6", "2 7 5 -7"),
    ("True + True, -True, True * 3", "2 -1 3"),
    ("True & False, True | False, True ^ True", "False True False"),
    ("0x1f, 0b101, 0o17, 1_000", "31 5 15 1000"),
    ("abs(-3), divmod(-7, 2), int('-12'), int(True), int()", "3 (-4, 1) -12 1 0"),
    ("9223372036854775807 + 0", "9223372036854775807"),
    // Comparisons and logic.
    ("1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 != 1", "True False True"),
    ("1 == True, 0 == False, 1 == '1', None == 0", "True True False False"),
    ("[1, [2]] == [1, [2]], (1,) == [1], {'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "True False True"),
    ("[1, 2] < [1, 3], (2,) > (1, 9), 'a' < 'b', [] < [0]", "True True True True"),
    ("0 or 'x', 1 and 'y', [] and 1, not [], not 1", "x y [] True False"),
    ("None is None, 1 is not None", "True True"),
    (
        "2 in [1, 2], 3 not in (1, 2), 'b' in 'abc', 'k' in {'k': 1}, 4 in range(0, 9, 2), 5 in {5}",
        "True True True True True True",
    ),
    ("1 if 2 > 1 else 0, 'a' if [] else 'b'", "1 b"),
    // Strings.
    ("'ab' + \"cd\" 'ef', 'ab' * 3, 'x' * -1 + '\"'", "abcdef ababab \""),
    ("r'\\n', 'a\\tb', '\\u00e9', '\\x41'", "\\n a\tb é A"),
    ("'''a\nb'''", "a\nb"),
    ("len('éa'), 'éab'[0], 'éab'[-1], 'éabc'[1:3], 'abc'[::-1]", "2 é b ab cba"),
    (
        "'a,b,,c'.split(','), ' a b '.split(), 'a b c'.split(None, 1), 'a-b-c'.split('-', 1)",
        "['a', 'b', '', 'c'] ['a', 'b'] ['a', 'b c'] ['a', 'b-c']",
    ),
    (
        "'-'.join(['a', 'b']), 'aXa'.replace('a', 'b'), 'aaa'.replace('a', 'b', 2), 'ab'.replace('', '.')",
        "a-b bXb bba .a.b.",
    ),
    ("' x '.strip() + '|', 'xxaxx'.strip('x'), ' x '.lstrip() + '|', ' x '.rstrip() + '|'", "x| a x |  x|"),
    ("'abc'.find('c'), 'abc'.find('z'), 'aba'.rfind('a'), 'aba'.count('a'), 'éb'.index('b')", "2 -1 2 2 1"),
    ("'aB'.upper(), 'aB'.lower(), 'ab cd'.title(), 'aB'.capitalize()", "AB ab Ab Cd Ab"),
    (
        "'12'.isdigit(), ''.isdigit(), 'ab'.isalpha(), 'a1'.isalnum(), ' '.isspace(), 'AB'.isupper()",
        "True False True True True True",
    ),
    (
        "'ab'.startswith('a'), 'ab'.endswith(('x', 'b')), 'ab'.removeprefix('a'), 'ab'.removesuffix('b')",
        "True True b a",
    ),
    ("'a'.ljust(3) + '|', 'a'.rjust(3, '.'), 'a'.center(4, '*'), '-7'.zfill(4)", "a  | ..a *a** -007"),
    ("'a\\nb\\r\\nc'.splitlines(), list('ab'), ord('a'), chr(98)", "['a', 'b', 'c'] ['a', 'b'] 97 b"),
    ("repr('it\\'s'), repr('a\\n\"\\''), str('x'), str(None), repr((1,))", "\"it's\" 'a\\n\"\\'' x None (1,)"),
    // Formats.
    ("f'{1}{{x}}{\"a\"}', f'{[1, None]}', f'{\"a\"!r}'", "1{x}a [1, None] 'a'"),
    ("f'{7:3}|{7:<3}|{7:^3}|{7:03}|{-7:03}|{7:+}|{7: }'", "  7|7  | 7 |007|-07|+7| 7"),
    ("f'{\"ab\":4}|{\"ab\":>4}|{\"ab\":*^5}|{12345678:,}|{255:x}'", "ab  |  ab|*ab**|12,345,678|ff"),
    ("f'{1:{2 + 1}}|{\"x\":>{4}}'", "  1|   x"),
    ("f'{1 if 2 != 3 else 4}', f'{ {\"a\": 1}[\"a\"] }', f\"{'a' 'b'}\"", "1 1 ab"),
    ("'%d/%s/%r%%' % (1, 'a', 'a'), '%3d|%-3d|%03d|%+d' % (1, 1, 1, 1), '%s' % [1]", "1/a/'a'%   1|1  |001|+1 [1]"),
    ("'%5s|%-5s|' % ('ab', 'ab'), 'none' % ()", "   ab|ab   | none"),
    // Lists and tuples.
    ("[1, 2] + [3], [0] * 3, (1, 2) + (3,), ()", "[1, 2, 3] [0, 0, 0] (1, 2, 3) ()"),
    (
        "[1, 2, 3][-1], [1, 2, 3, 4][1:3], [1, 2, 3, 4][::2], [1, 2, 3][:-1], (1, 2, 3)[1:]",
        "3 [2, 3] [1, 3] [1, 2] (2, 3)",
    ),
    ("[3, 1, 2].index(1), (1, 1).count(1), len([1]), list(range(3, 0, -1)), list((1, 2))", "1 2 1 [3, 2, 1] [1, 2]"),
    (
        "sorted([3, 1, 2]), sorted('ba', reverse = True), sorted([-2, 1], key = abs), sorted([(1, 'b'), (1, 'a')], key = lambda p: p[0])",
        "[1, 2, 3] ['b', 'a'] [1, -2] [(1, 'b'), (1, 'a')]",
    ),
    (
        "min(3, 1), max([1, 5]), min([], default = 0), max('ab', 'c'), min([-2, 1], key = abs), max([1, -1], key = abs)",
        "1 5 0 c 1 1",
    ),
    ("sum([1, 2]), sum([[1], [2]], []), any([0, 1]), all([]), list(reversed([1, 2]))", "3 [1, 2] True True [2, 1]"),
    (
        "list(zip([1, 2], 'ab')), list(enumerate('ab', start = 1)), list(map(lambda x: x + 1, [1])), list(filter(None, [0, 2]))",
        "[(1, 'a'), (2, 'b')] [(1, 'a'), (2, 'b')] [2] [2]",
    ),
    // Dicts and sets.
    ("{'b': 1, 'a': 2}, {}, {1: 'x', True: 'y'}, {(1, 2): 3}[(1, 2)]", "{'b': 1, 'a': 2} {} {1: 'y'} 3"),
    (
        "{'a': 1}.get('a'), {}.get('a'), {}.get('a', 5), list({'a': 1}.items()), list({'a': 1}.keys())",
        "1 None 5 [('a', 1)] ['a']",
    ),
    (
        "dict(a = 1), dict([('a', 2)]), dict({'a': 3}, b = 4), {'a': 1} | {'b': 2}",
        "{'a': 1} {'a': 2} {'a': 3, 'b': 4} {'a': 1, 'b': 2}",
    ),
    (
        "sorted({3, 1, 3}), len(set([1, 1])), {1} | {2}, {1, 2} & {2}, {1, 2} - {2}, set()",
        "[1, 3] 1 {1, 2} {2} {1} set()",
    ),
];

/// Scripts and their output.
pub const SCRIPTS: &[(&str, &str)] = &[
    ("for first, *rest in [(1, 2, 3), 'ab']:\n    print(first, rest)", "1 [2, 3]\na ['b']"),
    ("print([(b, a) for *a, b in [(1, 2, 3), (4,)]])", "[(3, [1, 2]), (4, [])]"),
    ("a, b = [1, 2], 'xy'\nt = ('line', *a, *b)\nprint(t, (*a,), len({t}))", "('line', 1, 2, 'x', 'y') (1, 2) 1"),
    ("a, b = *[1], 2\nprint(a, b)", "1 2"),
    // Lists and tuples.
    (
        "xs = [1]\nxs.append(2)\nxs.insert(0, 0)\nxs.extend((3, 4))\nxs.remove(2)\nprint(xs.pop(), xs.pop(0), xs)",
        "4 0 [1, 3]",
    ),
    (
        "xs = [3, 1, 2]\nxs.sort()\nprint(xs)\nxs.sort(key = lambda x: -x)\nprint(xs)\nxs.reverse()\nprint(xs)",
        "[1, 2, 3]\n[3, 2, 1]\n[1, 2, 3]",
    ),
    (
        "xs = [1, 2]\nys = xs\nys += [3]\nzs = xs.copy()\nzs.clear()\nxs *= 2\nprint(xs, ys, zs)",
        "[1, 2, 3, 1, 2, 3] [1, 2, 3, 1, 2, 3] []",
    ),
    ("xs = [1, 2, 3]\nxs[0] = 9\nxs[-1] += 1\ndel xs[1]\nprint(xs)", "[9, 4]"),
    ("a, (b, c) = 1, [2, 3]\na, b = b, a\n[d, e] = 'xy'\nprint(a, b, c, d, e)", "2 1 3 x y"),
    ("x = y = []\nx.append(1)\nprint(y)", "[1]"),
    ("i = 0\nxs = [5, 6]\ni, xs[i] = 1, 7\nprint(i, xs)", "1 [5, 7]"),
    // Dicts and sets.
    ("s = {}\ns.x = 1\ns.x += 1\ns['y'] = s.x\ndel s.x\nprint(s, s.y)", "{'y': 2} 2"),
    (
        "d = {'a': 1}\nprint(d.setdefault('a', 2), d.setdefault('b', 2), d.pop('a'), d.pop('z', None), d)",
        "1 2 1 None {'b': 2}",
    ),
    (
        "d = {'a': 1}\nd.update({'b': 2}, c = 3)\nd |= {'d': 4}\nprint(d)\nd.clear()\nprint(d)",
        "{'a': 1, 'b': 2, 'c': 3, 'd': 4}\n{}",
    ),
    ("s = {1}\ns.add(2)\ns.discard(9)\ns.remove(1)\ns |= {3}\nprint(s)", "{2, 3}"),
    ("d = {i: i for i in range(100)}\nfor i in range(99):\n    del d[i]\nd[5] = 0\nprint(d)", "{99: 99, 5: 0}"),
    ("s = {'move': lambda n: n + 1}\nprint(s.move(2))", "3"),
    // Statements.
    (
        "for i in range(5):\n    if i == 1:\n        continue\n    if i == 3:\n        break\n    print(i)\nelse:\n    print('never')",
        "0\n2",
    ),
    ("for i in []:\n    pass\nelse:\n    print('else')", "else"),
    ("n = 3\nwhile n:\n    n -= 1\nelse:\n    print('done', n)", "done 0"),
    ("n = 5\nif n < 3: print('a')\nelif n < 6: print('b')\nelse: print('c')", "b"),
    ("for k in {'a': 1, 'b': 2}: print(k, end = ' ')", "a b"),
    ("for c in 'é!': print(c)", "é\n!"),
    ("for i, (a, b) in enumerate([(1, 2)]): print(i, a, b)", "0 1 2"),
    ("x = 1; y = 2\nprint(x +\n      y, \\\n      'z')", "3 z"),
    ("x = 1\ndel x\nx = 2\nprint(x)", "2"),
    ("print(1, 2, sep = '-', end = '!')", "1-2!"),
    ("assert 1 < 2, 'fine'\nprint('ok')", "ok"),
    ("'''A text at the start.'''\nprint('x')  # and a comment", "x"),
    // Functions.
    (
        "def f(a, b = 2, c = 3):\n    return a, b, c\nprint(f(1), f(1, c = 9), f(b = 5, a = 4))",
        "(1, 2, 3) (1, 2, 9) (4, 5, 3)",
    ),
    ("def f():\n    pass\nprint(f())", "None"),
    ("def f(xs = []):\n    xs.append(1)\n    return xs\nf()\nprint(f())", "[1, 1]"),
    ("def fact(n): return 1 if n < 2 else n * fact(n - 1)\nprint(fact(10))", "3628800"),
    // Nested functions share variables, as in Python.
    ("def f():\n    x = 1\n    g = lambda: x\n    x = 2\n    return g()\nprint(f())", "2"),
    (
        "fs = [lambda: i for i in range(3)]\nprint([f() for f in fs], [f() for f in [lambda i = i: i for i in range(3)]])",
        "[2, 2, 2] [0, 1, 2]",
    ),
    ("def outer(n):\n    def inner(m):\n        return lambda: n + m\n    return inner\nprint(outer(1)(2)())", "3"),
    ("def f(n):\n    return [n + i + j for i in range(2) for j in range(i, 2)]\nprint(f(10))", "[10, 11, 12]"),
    ("x = 5\nprint([x for x in range(x)], x)", "[0, 1, 2, 3, 4] 5"),
    ("def f(x):\n    return {k: [v for v in range(x) if v != k] for k in range(x)}\nprint(f(2))", "{0: [1], 1: [0]}"),
    (
        "def log(x):\n    print(x)\n    return x\nprint(any(log(x) > 1 for x in range(5)), next((x for x in [1, 2] if log(x) == 1), None))",
        "0\n1\n2\n1\nTrue 1",
    ),
    (
        "print(sum(x for x in range(4)), ', '.join(str(x) for x in [1, 2]), all(x for x in [1, 0]), max((x for x in [1, 3]), default = 0))",
        "6 1, 2 False 3",
    ),
    ("print(next((x for x in []), 'none'))", "none"),
    (
        "def f(a, b = 2, c = 3):\n    return [a, b, c]\nxs = [7, 8]\nprint(*xs, sep = '-')\nprint(f(*xs), f(1, *xs), f(*xs, c = 9), f(*[], 1), max(*xs), *'ab', [0, *xs, *()])",
        "7-8\n[7, 8, 3] [1, 7, 8] [7, 8, 9] [1, 2, 3] 8 a b [0, 7, 8]",
    ),
    (
        "a, *b = 'xyz'\n*c, d = (1,)\n[e, *f, g] = range(5)\nprint(a, b, c, d, e, f, g, list(zip(*[[1, 2], [3, 4]])))",
        "x ['y', 'z'] [] 1 0 [1, 2, 3] 4 [(1, 3), (2, 4)]",
    ),
];
