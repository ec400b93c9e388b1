#include <stdio.h>

int main(void)
{
    FILE *fp;
    fp = fopen("a.txt" "r");
    fclose(fp);
    return 0;
}
