GERMAN = [
    (u'ä', u'ae'),
    (u'ö', u'oe'),
    (u'ü', u'ue'),
]
