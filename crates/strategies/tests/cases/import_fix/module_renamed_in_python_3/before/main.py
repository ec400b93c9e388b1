import urlparse

print(urlparse.urlparse("http://example.org/a").path)
