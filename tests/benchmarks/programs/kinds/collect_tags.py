# task: all tags of a document and of the parts within it, sorted, each once
# test: assert all_tags({"tags": ["b"], "parts": [{"tags": ["a", "b"], "parts": []}]}) == ["a", "b"]
# test: a, b = ({"tags": [name], "parts": []} for name in "ab"); assert [all_tags(a), all_tags(b)] == [["a"], ["b"]]
# hidden: assert all_tags({"tags": [], "parts": []}) == []
# hidden: all_tags({"tags": ["q"], "parts": []}); assert all_tags({"tags": ["p"], "parts": []}) == ["p"]
# hidden: d = {"tags": [], "parts": [{"tags": ["x"], "parts": [{"tags": ["w"]}]}]}; assert all_tags(d) == ["w", "x"]


def collect(document, found=None):  #! def collect(document, found=[]):
    if found is None:
        found = []
    for tag in document["tags"]:
        if tag not in found:
            found.append(tag)
    for part in document.get("parts", []):
        collect(part, found)
    return found


def all_tags(document):
    return sorted(collect(document))
