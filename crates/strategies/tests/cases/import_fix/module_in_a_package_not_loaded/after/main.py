import xml
import xml.sax

print(xml.sax.saxutils.escape("<a/>"))
