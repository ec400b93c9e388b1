class Label {
  constructor(public text: string, public size: number) {}
}
export const label = new Label(3, "tea");
