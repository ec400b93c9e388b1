import datetime

print(datetime(2024, 1, 2).year)
