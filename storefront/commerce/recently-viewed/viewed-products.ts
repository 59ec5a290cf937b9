import { browserList } from '#web/runtime/browser-list.ts'

/** Numbers of products whose pages were opened in this browser, the last one first. */
export const viewedProducts = browserList('viewed_products', 20, isProductId)

/** Remembers that a product's page was opened; called by that page after it has mounted. */
export function noteViewed(product_id: number): void {
  // What stands in front already need not be written: nobody is told anything new.
  if (viewedProducts.read()[0] !== product_id) viewedProducts.add(product_id)
}

function isProductId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
