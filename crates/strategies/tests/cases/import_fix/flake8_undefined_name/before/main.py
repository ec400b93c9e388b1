#!/usr/bin/env python3
# Lists files.

def names():
    return sorted(os.listdir("."))
