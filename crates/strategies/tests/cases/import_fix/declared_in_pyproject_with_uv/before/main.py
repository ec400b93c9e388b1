from bs4 import BeautifulSoup

print(BeautifulSoup("<a/>"))
