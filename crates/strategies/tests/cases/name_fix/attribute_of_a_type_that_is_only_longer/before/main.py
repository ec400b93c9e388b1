print('a'.split_('a'))
