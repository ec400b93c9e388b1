def refuse():
    raise ValueError('don't do that')
