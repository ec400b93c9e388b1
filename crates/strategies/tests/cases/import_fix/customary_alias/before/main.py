print(ET.fromstring("<a/>").tag)
