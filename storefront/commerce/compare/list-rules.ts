/** A product in the list; its name is shown until its picture is loaded. */
export interface ListedProduct {
  product_id: number
  name: string
}

/** Products of one category, because others have no attributes in common. */
export interface CompareList {
  category_id: number | null
  products: readonly ListedProduct[]
}

export const EMPTY_LIST: CompareList = { category_id: null, products: [] }
/** More products do not fit beside each other. */
export const MAX_COMPARED = 4
const MAX_NAME_LENGTH = 200

/** Outcome of a press on "So sánh". */
type ToggleOutcome = 'added' | 'removed' | 'full' | 'started_anew'

/** Adds a product or removes it. A product of another category starts a new list. */
export function toggled(
  list: CompareList,
  category_id: number,
  product: ListedProduct,
): { list: CompareList; outcome: ToggleOutcome } {
  const { product_id } = product
  if (list.products.some((listed) => listed.product_id === product_id)) {
    return { list: without(list, product_id), outcome: 'removed' }
  }
  if (list.products.length > 0 && list.category_id !== category_id) {
    return { list: { category_id, products: [product] }, outcome: 'started_anew' }
  }
  if (list.products.length >= MAX_COMPARED) return { list, outcome: 'full' }
  return { list: { category_id, products: [...list.products, product] }, outcome: 'added' }
}

export function without(list: CompareList, product_id: number): CompareList {
  const products = list.products.filter((listed) => listed.product_id !== product_id)
  return products.length === 0 ? EMPTY_LIST : { ...list, products }
}

/** Reads a stored list. Invalid text gives an empty list. */
export function readList(text: string | null): CompareList {
  const stored = parsed(text)
  const { category_id, products } = fieldsOf(stored)
  if (!isNumber(category_id) || !Array.isArray(products)) return EMPTY_LIST
  const known = products
    .map(fieldsOf)
    .flatMap(({ product_id, name }) =>
      isNumber(product_id) && typeof name === 'string'
        ? [{ product_id, name: name.slice(0, MAX_NAME_LENGTH) }]
        : [],
    )
  if (known.length === 0) return EMPTY_LIST
  const unique = [...new Map(known.map((listed) => [listed.product_id, listed])).values()]
  return { category_id, products: unique.slice(0, MAX_COMPARED) }
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
