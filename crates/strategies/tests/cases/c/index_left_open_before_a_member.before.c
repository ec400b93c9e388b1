struct book
{
    int id;
    int price;
};

int total(struct book books[], int n)
{
    int i, sum = 0;
    for (i = 0; i < n; i++)
        sum += books[i.price;
    return sum;
}
