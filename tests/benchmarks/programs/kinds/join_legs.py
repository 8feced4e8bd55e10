# task: the legs of a journey, lists of towns each beginning where the last one ended, as one list of towns
# test: assert join_legs([["Ulm", "Bonn"], ["Bonn", "Kiel", "Jena"]]) == ["Ulm", "Bonn", "Kiel", "Jena"]
# test: assert join_legs([["Ulm", "Bonn"]]) == ["Ulm", "Bonn"]
# hidden: assert join_legs([]) == []
# hidden: assert join_legs([["a", "b"], ["b", "c"], ["c", "a"]]) == ["a", "b", "c", "a"]
# hidden: assert join_legs([["a"], ["a", "b", "c", "d"]]) == ["a", "b", "c", "d"]


def join_legs(legs):
    route = []
    for leg in legs:
        if not route:
            route = list(leg)
        elif leg[0] == route[-1]:
            route.extend(leg[1:])  #! route.append(leg[1:])
        else:
            raise ValueError(f"no way from {route[-1]} to {leg[0]}")
    return route
