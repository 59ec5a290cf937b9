import {
  type CompareList,
  EMPTY_LIST,
  type ListedProduct,
  MAX_COMPARED,
} from '#storefront/commerce/compare/list-rules.ts'

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
