import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { tradeListUrl } from '#storefront/addresses/trade-in-links.ts'
import { trade_tabs } from '#storefront/commerce/trade/trade-tabs.ts'
import { findTarget, idIn } from '#storefront/commerce/trade/trade-target.ts'
import type { TradeHubData } from '#storefront/pages/trade-in/hub-data.ts'
import { type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import { breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'

const max_query = 100
/** What the list of all devices begins with. */
const first_cards = 24

/** What the picker shows, on its own address and on those of its tabs. */
export async function loadHub(
  tab: string | null,
  { url, services, province_id }: PublicContext,
): Promise<TradeHubData> {
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, max_query)
  const words = fold(q).split(/\s+/).filter(Boolean)
  const [{ models }, target] = await Promise.all([
    services.cartTrade.tradeDevices(null, {}),
    findTarget(services, idIn(url.searchParams.get('len_doi')), province_id),
  ])
  const chosen = trade_tabs.find(({ slug }) => slug === tab)
  const cards = models.filter(
    (card) =>
      (chosen === undefined || chosen.has(card)) &&
      words.every((word) => fold(`${card.brand_name} ${card.model_name}`).includes(word)),
  )
  const is_whole = tab !== null || q !== '' || url.searchParams.get('xem') === 'tat-ca'
  const shown = is_whole ? cards : cards.slice(0, first_cards)
  return { tab, q, cards: shown, more: cards.length - shown.length, target }
}

/** /thu-cu-doi-moi: the devices that the shop buys, by tab and by words. */
export const page = publicPage<TradeHubData>({
  tags: ({ target }) => ['trade', ...(target === null ? [] : ['listing'])],
  structured: (_data, shop) =>
    graph([breadcrumbList([{ name: 'Thu cũ đổi mới', path: tradeListUrl(null) }], shop)]),
  loader: (context) => loadHub(null, context),
})
