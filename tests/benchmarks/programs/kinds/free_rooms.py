# task: the meeting rooms that nobody has on a date, written "2024-05-31"; bookings are (room, first date, last date)
# test: assert free_rooms([1, 2], [(1, "2024-05-01", "2024-05-03")], "2024-05-02") == [2]
# test: assert free_rooms([1, 2], [(1, "2024-05-01", "2024-05-03")], "2024-05-04") == [1, 2]
# hidden: assert free_rooms([], [], "2024-01-01") == []
# hidden: assert free_rooms([3], [(3, "2024-01-01", "2024-01-01")], "2024-01-01") == []
# hidden: assert free_rooms([5, 4], [(4, "2024-02-01", "2024-02-09")], "2024-01-31") == [5, 4]
# hidden: b = [(8, "2024-06-06", "2024-07-01")]; assert free_rooms([7, 8], b, "2024-06-30") == [7]


def is_taken(room, bookings, day):
    return any(number == room and first <= day <= last for number, first, last in bookings)


def free_rooms(rooms, bookings, day):
    free = []
    for room in rooms:
        if not is_taken(room, bookings, day):  #! if is_taken(room, bookings, day):
            free.append(room)
    return free
