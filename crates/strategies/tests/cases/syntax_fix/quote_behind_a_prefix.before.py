GERMAN = [
    (u'ä', uae'),
    (u'ö', u'oe'),
    (u'ü', u'ue'),
]
