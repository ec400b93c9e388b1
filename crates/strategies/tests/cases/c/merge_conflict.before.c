int main(void) {
<<<<<<< HEAD
    return 0;
=======
    return 1;
>>>>>>> theirs
}
