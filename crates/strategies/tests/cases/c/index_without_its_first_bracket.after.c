int stack[10];
int top = -1;

void push(int x)
{
    stack[++top] = x;
}
