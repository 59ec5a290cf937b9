/** How many products one request may name. */
const most = 100

/**
 * The products of this page for which members may pay less, as `id:price`, without those that are known. A product
 * whose price has changed is another one.
 */
export function shownProducts(known: ReadonlySet<string> = new Set()): string[] {
  const lines = document.querySelectorAll<HTMLElement>('[data-member-price]')
  const products = [...lines].map(({ dataset }) => dataset['memberPrice'] ?? '')
  return [...new Set(products)].filter((product) => !known.has(product)).slice(0, most)
}

/** Their ids, as operations read them. */
export function idsOf(products: readonly string[]): string {
  return [...new Set(products.map((product) => product.split(':')[0]))].join()
}
