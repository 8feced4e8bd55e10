# task: all dates of several bands' tours in order, each once, from a dict of each band's list
# test: assert tour_dates({"owls": ["05-01", "05-03"], "reds": ["05-02"]}) == ["05-01", "05-02", "05-03"]
# test: assert tour_dates({}) == []
# hidden: assert tour_dates({"a": ["06-01"], "b": ["06-01"]}) == ["06-01"]
# hidden: assert tour_dates({"a": [], "b": ["07-09", "01-02"]}) == ["01-02", "07-09"]
# hidden: assert tour_dates({"a": ["03-03", "02-02"], "b": ["02-02", "01-01"], "c": []}) == ["01-01", "02-02", "03-03"]


def tour_dates(tours):
    dates = []
    for band in tours:
        dates.extend(tours[band])  #! dates.append(tours[band])
    result = []
    for day in sorted(dates):
        if day not in result:
            result.append(day)
    return result
