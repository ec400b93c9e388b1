def encode(text):
    return text.encode(encoding="utf-8")
