def base64_encode(text):
    return text
