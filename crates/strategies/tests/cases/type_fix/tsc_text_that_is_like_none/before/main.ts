interface Order { status: "open" | "paid" }
export const order: Order = { status: "unknown" };
