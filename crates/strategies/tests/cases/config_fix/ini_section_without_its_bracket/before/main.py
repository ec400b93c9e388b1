import configparser

settings = configparser.ConfigParser()
with open("settings.ini") as file:
    settings.read_file(file)
print(settings["server"]["port"])
