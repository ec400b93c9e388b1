// flags: -Wall -Werror
struct node
{
    struct node *next;
};

int length(struct node *head)
{
    int n = 0;
    while (head =! 0)
    {
        n++;
        head = head->next;
    }
    return n;
}
