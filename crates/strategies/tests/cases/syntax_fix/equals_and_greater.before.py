def adult(age):
    return age => 18
