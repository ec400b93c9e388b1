process.env.SHOP = "test";
