interface NamedItem {
  item_id: number
  name: string
  color_name: string | null
}

/**
 * A refusal about one item, with the item's name and colour as the page shows it: a cart may hold
 * the same phone in three colours, and the refusal itself may tell only a number.
 */
export function withItemName(
  refusal: { code: string; data: unknown },
  lines: readonly NamedItem[],
): { code: string; data: unknown } {
  const { code, data } = refusal
  if (typeof data !== 'object' || data === null || !('item_id' in data)) return refusal
  const line = lines.find(({ item_id }) => item_id === data.item_id)
  if (!line) return refusal
  const name = line.color_name === null ? line.name : `${line.name} màu ${line.color_name}`
  return { code, data: { ...data, name } }
}
