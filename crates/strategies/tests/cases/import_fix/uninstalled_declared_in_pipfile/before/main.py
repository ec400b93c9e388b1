import six

print(six.name)
