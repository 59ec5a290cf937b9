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
