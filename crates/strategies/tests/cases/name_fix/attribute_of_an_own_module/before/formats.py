def bold(text):
    return f"**{text}**"
