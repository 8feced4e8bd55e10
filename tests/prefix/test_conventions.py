"""Names that mean one thing wherever they stand, and keys that are only looked for."""

import pytest

from llmdb.prefix.space import Choice, Space


def _first(code: str) -> str:
    """The first guess at a snippet's prefix, with numpy at hand."""
    return Space(code, "module", frozenset({"numpy"})).compose(Choice()).code


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("print(client.get(url).json())\n", 'return {"id": 1, "name": "alice"}\n'),
        ("print(cursor.fetchall())\n", 'return [(1, "alice"), (2, "bob")]\n'),
        ("print(cursor.fetchone())\n", 'return (1, "alice")\n'),
        ("for key, total in cursor.fetchall():\n    print(total + 1)\n", "return [("),
        ("model.fit(X_train, y_train)\n", "X_train = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]\n"),
        ("print(score(y_true, y_pred))\n", "y_pred = [0, 1, 1]\n"),
        ("print(library.albums(query))\n", 'query = "python"\n'),
        ("cursor.execute(query)\n", 'query = "select 1"\n'),
        ("if not WINDOWS and user.active:\n    print(1)\n", "WINDOWS = False\n"),
        ("plt.plot(days, heights)\n", "days = [1, 2, 3]\n"),
        ("plt.plot(days, heights)\n", "heights = [1.0, 2.0, 4.0]\n"),
        ("model.fit(X, y)\n", "X = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]\n"),
        ("a, b = train_test_split(X, y)\n", "y = [0, 1, 1]\n"),
        ("draw(xs, ys)\n", "ys = [1.0, 2.0, 4.0]\n"),
        ("for row in cursor.fetchall():\n    print(row)\n", 'return [(1, "alice"), (2, "bob")]\n'),
        ("city = models.ForeignKey(City)\n", "return SimpleNamespace()\n"),
        ("print(field.area())\n", "return 12.5\n"),
        ("line = Line.fromPoints(3, 4)\n", "return SimpleNamespace()\n"),
        ("import drawer\nfrom drawer.lines import draw\ndraw(3)\n", "drawer = SimpleNamespace()\n"),
        ("cells = table.rows()\nprint(sum(cells[cells > 2]))\n", "return np.array(["),
        ('print("name" in person, person.keys())\n', 'person = {"name": "alice"}\n'),
        ('if "id" in row:\n    print(row.items())\n', 'row = {"id": 1}\n'),
    ],
)
def test_conventions(code: str, definition: str) -> None:
    assert definition in _first(code)
