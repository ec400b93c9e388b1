#include <string>

class Book {
public:
    std::string title;
}

int main() {
    Book book;
    return book.title.empty() ? 0 : 1;
}
