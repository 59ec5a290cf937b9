import type { MemberPrice } from '#contracts/storefront/member.ts'
import { memberPrices, setMemberPrices } from '#storefront/commerce/product-card/member-lines.tsx'
import { idsOf, shownProducts } from '#storefront/runtime/browser/shown-products.ts'
import { currentProvince } from '#storefront/runtime/province-state.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/** Pages draw their parts within this time after a click. */
const together_ms = 150

/**
 * Asks for the prices of a member for products that this tab shows later: after a click on a link, "Xem thêm", or a
 * change of the province. Those of the first page came with the session.
 */
export function followPrices(first: readonly string[]): void {
  const known = new Set(first)
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async () => {
    timer = undefined
    const shown = shownProducts(known)
    if (shown.length === 0) return
    for (const product of shown) known.add(product)
    const products = idsOf(shown)
    const query = new URLSearchParams({ products, province_id: String(currentProvince()) })
    const { prices } = await fetchData<{ prices: MemberPrice[] }>(`/api/member/prices?${query}`)
    const asked = new Set(products.split(','))
    const others = memberPrices().filter(({ product_id }) => !asked.has(String(product_id)))
    setMemberPrices([...others, ...prices])
  }
  // A page without the price of the member is right too: the cart shows it.
  const askSoon = () => (timer ??= setTimeout(() => void ask().catch(() => undefined), together_ms))
  askSoon()
  new MutationObserver(askSoon).observe(document.body, {
    ...{ childList: true, subtree: true },
    ...{ attributes: true, attributeFilter: ['data-member-price'] },
  })
}
