#include "area.h"

/* The area of a rectangle. */
int area(int width, int height)
{
    return width * height;
}

int perimeter(int width, int height)
{
    return 2 * (width + height);
}

/* The area of a rectangle. */
int area(int width, int height)
{
    return width * height;
}
