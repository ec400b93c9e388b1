def check(document, table):
    if document.doc_id in table:
        raise ValueError(
            f'Document with ID {str(document.doc_id)} '
            f'already exists'
        )
