with open('out/report.txt') as file:
    print(file.read())
