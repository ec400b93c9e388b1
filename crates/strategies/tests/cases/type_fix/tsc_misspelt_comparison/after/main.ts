type Level = "debug" | "warning";
export function isLoud(level: Level): boolean {
  return level === "warning";
}
