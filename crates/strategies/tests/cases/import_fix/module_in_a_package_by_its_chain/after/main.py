import xml.etree.ElementTree

print(xml.etree.ElementTree.fromstring("<a/>").tag)
