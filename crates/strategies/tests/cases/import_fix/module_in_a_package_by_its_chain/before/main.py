print(xml.etree.ElementTree.fromstring("<a/>").tag)
