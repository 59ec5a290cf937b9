import { isRefusal } from '#pure/contract.ts'
import { cartTrade as contract, type TradeModel } from '#contracts/storefront/trade/trade-in.ts'
import { tradeDeviceUrl, tradeListUrl } from '#storefront/addresses/trade-in-links.ts'
import { answersIn } from '#storefront/commerce/trade/trade-choice.ts'
import { trade_tabs } from '#storefront/commerce/trade/trade-tabs.ts'
import { findTarget, idIn } from '#storefront/commerce/trade/trade-target.ts'
import type { TradeDeviceData } from '#storefront/pages/trade-in/device/device-data.ts'
import { loadHub } from '#storefront/pages/trade-in/page.server.ts'
import { notFound, type PublicContext, publicPage, showPage } from '#storefront/runtime/page.ts'
import { breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'

const found_targets = 6

/** /thu-cu-doi-moi/{tab} lists the devices of a tab, /thu-cu-doi-moi/{model} values one. */
export const page = publicPage<TradeDeviceData>({
  tags: ({ target, found }) => [
    'trade',
    ...(target === null && found.length === 0 ? [] : ['listing']),
  ],
  structured: ({ model: { model_name, model_code } }, shop) =>
    graph([
      breadcrumbList(
        [
          { name: 'Thu cũ đổi mới', path: tradeListUrl(null) },
          { name: model_name, path: tradeDeviceUrl(model_code) },
        ],
        shop,
      ),
    ]),
  loader: async (context) => {
    const slug = context.params['slug'] ?? ''
    if (trade_tabs.some((tab) => tab.slug === slug)) {
      return showPage('trade-in', await loadHub(slug, context))
    }
    const model = await modelOf(slug, context)
    return model === null ? notFound : loadDevice(model, context)
  },
})

async function modelOf(slug: string, { services, url }: PublicContext): Promise<TradeModel | null> {
  const asked = contract.tradeModel.input.safeParse({
    model_code: slug,
    device_code: url.searchParams.get('ban') || undefined,
  })
  const input = asked.data ?? { model_code: slug }
  try {
    return await services.cartTrade.tradeModel(null, input)
  } catch (error) {
    if (isRefusal(error, contract.tradeModel, 'old_device_not_found')) return null
    throw error
  }
}

async function loadDevice(model: TradeModel, context: PublicContext): Promise<TradeDeviceData> {
  const { url, services, province_id } = context
  const search = url.searchParams
  const answers = answersIn(search, model)
  const words = (search.get('tim') ?? '').trim().slice(0, 100)
  const [target, found] = await Promise.all([
    findTarget(services, idIn(search.get('len_doi')), province_id),
    words === ''
      ? { products: [] }
      : services.search.products(null, {
          ...contract_defaults,
          ...{ q: words, size: found_targets, province_id },
        }),
  ])
  const is_whole = model.questions.every(({ question_code }) => question_code in answers)
  const value = is_whole
    ? await services.cartTrade.valuate(null, {
        ...{ device_code: model.device_code, answers, province_id },
        target_item_id: target?.price == null ? undefined : target.id,
      })
    : null
  return { model, answers, value, target, words, found: found.products.map(shownCard) }
}

const contract_defaults = {
  ...{ brand: [], need: [], filters: {}, in_stock: false, page: 1, with_facets: false },
}

function shownCard({
  product_id,
  name,
  thumbnail,
  price,
  special_price,
}: TradeDeviceData['found'][number]) {
  return { product_id, name, thumbnail, price, special_price }
}
