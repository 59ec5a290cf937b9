/** A product that was put aside; its name is shown until its picture has come. */
export interface Compared {
  product_id: number
  name: string
}

/** Products of one category: others have no rows in common. */
export interface CompareList {
  category_id: number | null
  products: readonly Compared[]
}

export const EMPTY_LIST: CompareList = { category_id: null, products: [] }
/** More do not fit beside each other. */
export const MOST_COMPARED = 4
const LONGEST_NAME = 200

/** What came of a press on "So sánh". */
export type Toggled = 'added' | 'removed' | 'full' | 'started_anew'

/** Puts a product aside or takes it back; one of another category starts a list of its own. */
export function toggled(
  list: CompareList,
  category_id: number,
  product: Compared,
): { list: CompareList; outcome: Toggled } {
  const { product_id } = product
  if (list.products.some((one) => one.product_id === product_id)) {
    return { list: without(list, product_id), outcome: 'removed' }
  }
  if (list.products.length > 0 && list.category_id !== category_id) {
    return { list: { category_id, products: [product] }, outcome: 'started_anew' }
  }
  if (list.products.length >= MOST_COMPARED) return { list, outcome: 'full' }
  return { list: { category_id, products: [...list.products, product] }, outcome: 'added' }
}

export function without(list: CompareList, product_id: number): CompareList {
  const products = list.products.filter((one) => one.product_id !== product_id)
  return products.length === 0 ? EMPTY_LIST : { ...list, products }
}

/** The list as a browser kept it; anything that is not one counts as empty. */
export function readList(text: string | null): CompareList {
  const kept = parsed(text)
  const { category_id, products } = fieldsOf(kept)
  if (!isNumber(category_id) || !Array.isArray(products)) return EMPTY_LIST
  const known = products
    .map(fieldsOf)
    .flatMap(({ product_id, name }) =>
      isNumber(product_id) && typeof name === 'string'
        ? [{ product_id, name: name.slice(0, LONGEST_NAME) }]
        : [],
    )
  if (known.length === 0) return EMPTY_LIST
  const unique = [...new Map(known.map((one) => [one.product_id, one])).values()]
  return { category_id, products: unique.slice(0, MOST_COMPARED) }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
