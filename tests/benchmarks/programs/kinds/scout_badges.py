# task: scouts with badges, at first those given; each is had once, and earn() says whether it is new; as text "Kim: map, tent"
# test: ana = Scout("Ana"); ana.earn("knots"); assert ana.badges == ["knots"]
# test: ana = Scout("Ana"); ana.earn("fire"); leo = Scout("Leo"); assert leo.badges == []
# hidden: one, two = Scout("a"), Scout("b"); one.earn("x"); two.earn("y"); assert one.badges == ["x"] and two.badges == ["y"]
# hidden: kim = Scout("Kim", ["map"]); kim.earn("map"); assert kim.badges == ["map"]
# hidden: one = Scout("a"); two = Scout("b"); one.earn("x"); assert two.earn("x") and not one.earn("x")
# hidden: assert str(Scout("Kim", ["map", "tent"])) == "Kim: map, tent"


class Scout:
    def __init__(self, name, badges=None):  #! def __init__(self, name, badges=[]):
        self.name = name
        self.badges = [] if badges is None else badges

    def earn(self, badge):
        """Whether the badge is new to the scout."""
        if badge in self.badges:
            return False
        self.badges.append(badge)
        return True

    def __str__(self):
        return f"{self.name}: {', '.join(self.badges)}"
