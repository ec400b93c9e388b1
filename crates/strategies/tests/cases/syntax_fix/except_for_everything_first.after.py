def number(text):
    try:
        return int(text)
    except ValueError:
        return 0
    except:
        return None
