struct node {
    int value;
    struct node *next;
};

int first(node *list) {
    return list->value;
}
