def number(text):
    try:
        return int(text)
    except:
        return None
    except ValueError:
        return 0
