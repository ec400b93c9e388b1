export const area = (box) => box.width * box.width;
