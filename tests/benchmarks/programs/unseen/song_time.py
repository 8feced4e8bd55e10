# task: the length of a playlist as "m:ss", or "h:mm:ss" from an hour on, from the songs' seconds
# test: assert playlist_time([200, 45]) == "4:05"
# test: assert playlist_time([3600, 61]) == "1:01:01"
# hidden: assert playlist_time([]) == "0:00"
# hidden: assert playlist_time([59]) == "0:59"
# hidden: assert playlist_time([60]) == "1:00"
# hidden: assert playlist_time([7200, 599]) == "2:09:59"
# hidden: assert playlist_time([3599]) == "59:59"


def playlist_time(songs):
    total = 0
    for seconds in songs:
        total += seconds
    minutes, seconds = divmod(total, 60)  #! minutes, seconds = divmod(60, total)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}"
