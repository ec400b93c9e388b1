def check(document, table):
    if document.doc_id in table:
        raise ValueError(
            fDocument with ID {str(document.doc_id)} '
            f'already exists'
        )
