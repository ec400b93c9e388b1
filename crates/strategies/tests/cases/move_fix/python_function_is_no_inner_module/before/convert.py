from shop_kettle.main import main

main("shop")
