import type { FlashSaleState, ItemProblem } from '#contracts/staff/offers/flash-sales.ts'
import { day_ms } from '#pure/vietnam-time.ts'

/** An item as staff typed it. */
export interface TypedItem {
  line: number
  sku: string
  price: number
  slots: number
}

/** What is known of a typed item: its usual price, and how many of its slots are taken. */
export interface KnownItem {
  sku: string
  product_id: number
  usual_price: number | null
  taken: number
}

const longest_days = 31

/** Reads one item per line: SKU, price and slots, divided by blanks, tabs or semicolons, as sheets copy them. */
export function readItems(text: string): { items: TypedItem[]; problems: ItemProblem[] } {
  const items: TypedItem[] = []
  const problems: ItemProblem[] = []
  const seen = new Set<string>()
  for (const [index, typed] of text.split('\n').entries()) {
    if (typed.trim() === '') continue
    const line = index + 1
    const [, sku = '', price = '', slots = ''] =
      /^\s*([^\s;]+)[\s;]+(\d{1,3}(?:\.\d{3})+|\d{1,12})\s*đ?[\s;]+(\d{1,6})\s*$/i.exec(typed) ?? []
    const item = { line, sku, price: Number(price.replaceAll('.', '')), slots: Number(slots) }
    if (sku === '' || item.price === 0 || item.slots === 0) {
      problems.push({ line, sku: typed.trim().slice(0, 60), reason: 'unreadable' })
    } else if (seen.has(sku)) problems.push({ line, sku, reason: 'twice' })
    else items.push(item)
    seen.add(sku)
  }
  if (items.length === 0 && problems.length === 0) {
    problems.push({ line: 1, sku: '', reason: 'missing' })
  }
  return { items, problems }
}

/** Why items cannot be those of a flash sale: nobody knows them, they are not cheaper, or more of them are sold. */
export function itemProblems(
  items: readonly TypedItem[],
  known: ReadonlyMap<string, KnownItem>,
): ItemProblem[] {
  const named = new Set(items.map(({ sku }) => sku))
  const dropped = [...known.values()].filter(({ sku, taken }) => taken > 0 && !named.has(sku))
  return [
    ...items.flatMap(({ line, sku, price, slots }): ItemProblem[] => {
      const item = known.get(sku)
      if (item === undefined) return [{ line, sku, reason: 'unknown' }]
      if (item.usual_price === null || price >= item.usual_price) {
        return [{ line, sku, reason: 'not_cheaper' }]
      }
      return slots < item.taken ? [{ line, sku, reason: 'slots_taken' }] : []
    }),
    ...dropped.map(({ sku }): ItemProblem => ({ line: 0, sku, reason: 'slots_taken' })),
  ]
}

/** Why a window cannot be saved; null: it can. */
export function windowProblem(
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
  now: Date,
): 'order' | 'over' | 'too_long' | null {
  if (starts_at >= ends_at) return 'order'
  if (ends_at <= now) return 'over'
  return ends_at.getTime() - starts_at.getTime() > longest_days * day_ms ? 'too_long' : null
}

interface Window {
  is_active: boolean
  starts_at: Date
  ends_at: Date
}

export function saleState({ is_active, starts_at, ends_at }: Window, now: Date): FlashSaleState {
  if (ends_at <= now) return 'ended'
  if (!is_active) return 'draft'
  return starts_at > now ? 'coming' : 'running'
}
