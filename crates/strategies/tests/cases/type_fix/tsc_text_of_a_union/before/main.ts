interface Order { status: "open" | "paid" | "sent" }
export const order: Order = { status: "opne" };
