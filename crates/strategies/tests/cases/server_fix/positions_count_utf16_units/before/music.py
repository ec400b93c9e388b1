class Clef:
    name = "treble"
