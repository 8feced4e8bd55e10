# task: lines with "- " as html lists, the others as paragraphs
# test: assert html("- a\n- b\nc") == ["<ul>", "<li>a</li>", "<li>b</li>", "</ul>", "<p>c</p>"]
# test: assert html("- a\nb\n- c") == ["<ul>", "<li>a</li>", "</ul>", "<p>b</p>", "<ul>", "<li>c</li>", "</ul>"]
# test: assert html("x") == ["<p>x</p>"]


class Writer:
    def __init__(self):
        self.out = []
        self.in_list = False

    def item(self, text):
        if not self.in_list:
            self.out.append("<ul>")
            self.in_list = True
        self.out.append(f"<li>{text}</li>")

    def paragraph(self, text):
        self.close()
        self.out.append(f"<p>{text}</p>")

    def close(self):
        if self.in_list:
            self.out.append("</ul>")
            self.in_list = False  #!


def html(text):
    writer = Writer()
    for line in text.split("\n"):
        if line.startswith("- "):
            writer.item(line[2:])
        else:
            writer.paragraph(line)
    writer.close()
    return writer.out
