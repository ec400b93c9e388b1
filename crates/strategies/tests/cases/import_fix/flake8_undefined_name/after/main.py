#!/usr/bin/env python3
# Lists files.

import os


def names():
    return sorted(os.listdir("."))
