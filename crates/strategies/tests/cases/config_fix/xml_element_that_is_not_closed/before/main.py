import xml.etree.ElementTree as tree

print(tree.parse("menu.xml").getroot().find("dish").text)
