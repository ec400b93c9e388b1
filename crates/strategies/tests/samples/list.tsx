import { useState, type ReactNode } from "react";

interface Props {
  title: string;
  items: { id: number; label: string }[];
  onPick?: (id: number) => void;
}

export function List({ title, items, onPick }: Props): ReactNode {
  const [picked, setPicked] = useState<number | null>(null);
  const shown = items.filter((item) => item.label.length > 0);

  const pick = (id: number) => {
    setPicked(id);
    onPick?.(id);
  };

  if (shown.length === 0) {
    return <p className="empty">Nothing here</p>;
  }
  return (
    <section className="list">
      <h2>{title}</h2>
      <ul>
        {shown.map((item) => (
          <li key={item.id} className={item.id === picked ? "picked" : "plain"}>
            <button type="button" onClick={() => pick(item.id)} disabled={picked === item.id}>
              {item.label}
            </button>
          </li>
        ))}
      </ul>
      <img src="/logo.png" alt="" />
    </section>
  );
}

export default List;
