def read_u32(data):
    return u32(data[:4])


print(read_u32(b'abcd'))
