# task: whether an address such as "10.0.1.7" is in a network such as "10.0.0.0/23"
# test: assert contains("10.0.0.0/23", "10.0.1.7")
# test: assert not contains("10.0.0.0/24", "10.0.1.7")
# test: assert contains("192.168.4.0/22", "192.168.7.255")


def number_of(address):
    value = 0
    for part in address.split("."):
        value = value * 256 + int(part)  #! value = value * 255 + int(part)
    return value


def contains(network, address):
    base, bits = network.split("/")
    size = 32 - int(bits)
    return number_of(base) >> size == number_of(address) >> size
