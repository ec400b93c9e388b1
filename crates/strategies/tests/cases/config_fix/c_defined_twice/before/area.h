int area(int width, int height);
int perimeter(int width, int height);
