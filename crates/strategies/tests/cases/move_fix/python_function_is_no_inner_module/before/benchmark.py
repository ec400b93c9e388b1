def main():
    print("fast")


if __name__ == "__main__":
    main()
