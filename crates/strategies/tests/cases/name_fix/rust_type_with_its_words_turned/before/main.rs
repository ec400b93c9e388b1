struct OrderList {
    orders: Vec<u32>,
}

fn count(list: &ListOrder) -> usize {
    list.orders.len()
}

fn main() {
    println!("{}", count(&OrderList { orders: vec![] }));
}
