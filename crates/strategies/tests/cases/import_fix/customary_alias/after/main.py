import xml.etree.ElementTree as ET

print(ET.fromstring("<a/>").tag)
