// flags: -Wall -Werror
struct node
{
    struct node *next;
};

struct node *insert(struct node *head, int value);

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 3; i++)
    {
        int head = insert(head, i);
    }
    return head != 0;
}
