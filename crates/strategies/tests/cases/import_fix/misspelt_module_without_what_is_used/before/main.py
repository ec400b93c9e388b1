import calender

print(calender.holidays(2024))
