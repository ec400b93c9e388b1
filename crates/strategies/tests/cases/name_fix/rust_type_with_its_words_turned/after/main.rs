struct OrderList {
    orders: Vec<u32>,
}

fn count(list: &OrderList) -> usize {
    list.orders.len()
}

fn main() {
    println!("{}", count(&OrderList { orders: vec![] }));
}
