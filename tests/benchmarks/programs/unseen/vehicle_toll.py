# task: the tolls of vehicles: 5, and for a lorry 2 more for each tonne; each pass raises a vehicle's count of passes
# test: assert toll_of(Vehicle("A1")) == ("A1", 5, 1)
# test: assert toll_of(Lorry("B2", 3)) == ("B2", 11, 1)
# hidden: assert toll_of(Lorry("C3", 0)) == ("C3", 5, 1)
# hidden: assert all_tolls([Vehicle("A"), Lorry("B", 10)]) == 30
# hidden: assert all_tolls([]) == 0
# hidden: assert (lambda lorry: (toll_of(lorry), toll_of(lorry)))(Lorry("D", 1)) == (("D", 7, 1), ("D", 7, 2))


class Vehicle:
    def __init__(self, plate):
        self.plate = plate
        self.passes = 0

    def toll(self):
        return 5


class Lorry(Vehicle):
    def __init__(self, plate, tonnes):
        super().__init__(plate)  #!
        self.tonnes = tonnes

    def toll(self):
        return super().toll() + 2 * self.tonnes


def toll_of(vehicle):
    vehicle.passes += 1
    return vehicle.plate, vehicle.toll(), vehicle.passes


def all_tolls(vehicles):
    return sum(toll_of(vehicle)[1] for vehicle in vehicles)
