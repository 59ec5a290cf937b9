interface NamedItem {
  item_id: number
  name: string
  color_name: string | null
}

interface CombinedLine {
  line_id: number | null
  parent_line_id: number | null
  is_gift: boolean
  name: string
}

/** "Mua kèm iPhone 18 Pro Max 256GB": what a combo line is bought with; null for any other line. */
export function comboText(line: CombinedLine, lines: readonly CombinedLine[]): string | null {
  if (line.is_gift || line.parent_line_id === null) return null
  const main = lines.find(({ line_id }) => line_id === line.parent_line_id)
  return main === undefined ? null : `Mua kèm ${main.name.split(' | ')[0]}`
}

/**
 * Adds the item's name and colour, as the page shows them, to a refusal about one item. A cart may contain
 * the same phone in three colours, and the refusal may have only an item_id.
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
