def find():
    return None


print(find().name)
