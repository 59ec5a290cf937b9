import { browserList } from '#web/runtime/browser-list.ts'

/** Ids of the products viewed in this browser, the latest first. */
export const viewedProducts = browserList('viewed_products', 20, isProductId)

/** Adds a product to the viewed ones. Its page calls this after it has mounted. */
export function noteViewed(product_id: number): void {
  // The latest product is not written again, so that no listener is notified without a change.
  if (viewedProducts.read()[0] !== product_id) viewedProducts.add(product_id)
}

function isProductId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
