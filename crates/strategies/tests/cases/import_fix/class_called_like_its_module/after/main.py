from datetime import datetime


def stamp():
    return datetime.now().isoformat()


print(len(stamp()) > 0)
