import xml

print(xml.sax.saxutils.escape("<a/>"))
