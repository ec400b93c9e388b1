import urllib.parse as urlparse

print(urlparse.urlparse("http://example.org/a").path)
