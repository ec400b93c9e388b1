import datetime

print(datetime.datetime(2024, 1, 2).year)
