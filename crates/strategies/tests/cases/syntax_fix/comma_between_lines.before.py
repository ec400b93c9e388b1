SIZES = {
    "small": 1,
    "medium": 2
    "large": 3,
}
