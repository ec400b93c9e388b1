from codec import base64_decode

print(base64_decode('YQ=='))
