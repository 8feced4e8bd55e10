# task: each room keeps its own guest list; check_in gives back the room's guests in order of arrival
# test: assert check_in("Kim") == ["Kim"]
# test: blue = check_in("Ann"); red = check_in("Bob"); assert red == ["Bob"], red
# test: assert check_in("Eve", ["Dan"]) == ["Dan", "Eve"]
# test: assert occupied({"blue": ["Ann"], "red": []}) == ["blue"]
def check_in(name, guests=[]):
    if name not in guests:
        guests.append(name)
    return guests


def occupied(rooms):
    return [room for room, guests in rooms.items() if guests]


def tonight():
    rooms = {"blue": [], "red": [], "green": []}
    rooms["blue"] = check_in("Ann")
    rooms["blue"] = check_in("Abe", rooms["blue"])
    rooms["red"] = check_in("Bob")
    return rooms


for room, guests in tonight().items():
    print(room, guests)
