# task: the settings of a text with lines "name = value"; empty lines and lines that begin with "#" are passed over
# test: assert settings("port=80") == {"port": "80"}
# test: assert settings("# main\nhost = home\n\nport = 80") == {"host": "home", "port": "80"}
# hidden: assert settings("") == {}
# hidden: assert settings("a =1\nb= 2") == {"a": "1", "b": "2"}
# hidden: assert settings("  name = two words  ") == {"name": "two words"}
# hidden: assert settings("x = 1\nx = 2\n# x = 3") == {"x": "2"}
# hidden: assert settings("sum = 1 = 1") == {"sum": "1 = 1"}


def settings(text):
    result = {}
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, value = line.split("=", 1)
        name = name.strip()
        value = value.strip()  #!
        result[name] = value
    return result
