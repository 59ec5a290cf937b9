import { z } from 'zod'
import {
  cartTrade as contract,
  trade_rules,
  type TradeModel,
  type TradeQuote,
  type TradeValue,
} from '#contracts/storefront/trade/trade-in.ts'
import { isRefusal, Refusal } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { tradeAskUrl, tradeDeviceUrl, tradeQuoteUrl } from '#storefront/addresses/trade-in-links.ts'
import { answersIn, choiceQuery } from '#storefront/commerce/trade/trade-choice.ts'
import { idIn } from '#storefront/commerce/trade/trade-target.ts'
import {
  offeredProvince,
  offeredProvinces,
  type OfferedProvince,
} from '#storefront/commerce/province/offered-provinces.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export type TradeAskData = {
  kind: 'ask'
  model: TradeModel
  answers: Record<string, string>
  value: TradeValue
  /** The query of the device's page, to change what was chosen. */
  change: string
  provinces: OfferedProvince[]
  province_id: number
  shops: { id: number; name: string; address: string }[]
  /** YYYY-MM-DD */
  days: string[]
  contact: { name: string; phone: string }
  /** The token of a report that came along; empty: none. */
  report: string
  idempotency_key: string
}

export type TradeStartData = {
  kind: 'start'
  is_unknown: boolean
  /** Somebody will call: the form for that was sent. */
  will_call: boolean
  /** The token of a report that its owner wants to attach; null: none. */
  report: string | null
  /** The open quotes that it can be attached to. */
  quotes: { code: string; device_name: string; value: number }[]
}

export type TradeQuoteData =
  /** Nothing is chosen yet. `is_unknown`: an IMEI was sent whose model the shop does not know. */
  TradeStartData | TradeAskData | { kind: 'quote'; quote: TradeQuote; is_linked: boolean }

/**
 * /thu-cu-doi-moi/bao-gia: shop, day and contact for a quote; with code and key the quote itself. A foreign code, an
 * unknown code and a wrong key all answer 404.
 */
export const page = personalPage<TradeQuoteData>({
  loader: async (context) => {
    const query = context.url.searchParams
    if (query.has('code')) return loadQuote(context)
    const model = await modelOf(context)
    if (model === null) return loadStart(context)
    return loadAsk(model, context)
  },
  actions: {
    imei: async ({ services }, form) => {
      const input = readForm(contract.knownDevice.input, form)
      const { model_code, device_code } = await services.cartTrade.knownDevice(null, input)
      return {
        redirect:
          model_code === null
            ? tradeAskUrl({ imei: 'chua-biet' })
            : tradeDeviceUrl(model_code, { ban: device_code }),
      }
    },
    call: async ({ services, caller }, form) => {
      const input = readForm(contract.askTradeCall.input, form)
      await services.cartTrade.askTradeCall(caller, input)
      return { redirect: tradeAskUrl({ 'tu-van': 'da-nhan' }) }
    },
    ask: async ({ services, caller }, form) => {
      const input = readForm(contract.createTradeIn.input, form)
      const { code } = await services.cartTrade.createTradeIn(caller, input)
      return { redirect: tradeQuoteUrl(code) }
    },
    cancel: (context, form) => act(context, form, 'cancelTradeIn'),
    decline: (context, form) => act(context, form, 'declineOffer'),
    accept: (context, form) => act(context, form, 'acceptOffer'),
    order: (context, form) => act(context, form, 'nameOrder'),
    report: (context, form) => act(context, form, 'attachReport'),
  },
})

type Act = 'cancelTradeIn' | 'declineOffer' | 'acceptOffer' | 'nameOrder' | 'attachReport'

/** Does something with a quote, for its owner or for anybody with its link. Only owners of an order name it. */
async function act({ services, caller }: PersonalContext, form: FormData, name: Act) {
  const { cartTrade } = services
  const { secret } = readForm(z.object({ secret: z.string().optional() }), form)
  const asker = secret === undefined ? caller : null
  const calls: Record<Act, () => Promise<TradeQuote>> = {
    cancelTradeIn: () =>
      cartTrade.cancelTradeIn(asker, readForm(contract.cancelTradeIn.input, form)),
    declineOffer: () => cartTrade.declineOffer(asker, readForm(contract.declineOffer.input, form)),
    acceptOffer: () => cartTrade.acceptOffer(asker, readForm(contract.acceptOffer.input, form)),
    attachReport: () => cartTrade.attachReport(asker, readForm(contract.attachReport.input, form)),
    nameOrder: () => cartTrade.nameOrder(caller, readForm(contract.nameOrder.input, form)),
  }
  const { code } = await calls[name]()
  return { redirect: tradeQuoteUrl(code, secret) }
}

async function loadQuote({ services, caller, url }: PersonalContext) {
  const query = url.searchParams
  const input = contract.getTradeIn.input.safeParse({
    code: query.get('code') ?? '',
    secret: query.get('key') ?? undefined,
  })
  if (!input.success) return notFound
  const is_linked = input.data.secret !== undefined
  try {
    const quote = await services.cartTrade.getTradeIn(is_linked ? null : caller, input.data)
    return { kind: 'quote' as const, quote, is_linked }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'trade_in_not_found') return notFound
    throw error
  }
}

/** Nothing is chosen. A report that came along can be attached to an open quote. */
async function loadStart({ services, caller, url }: PersonalContext): Promise<TradeStartData> {
  const report = reportIn(url)
  const quotes = report === '' ? [] : await services.cartTrade.listTradeIns(caller, {})
  return {
    kind: 'start',
    is_unknown: url.searchParams.get('imei') === 'chua-biet',
    will_call: url.searchParams.get('tu-van') === 'da-nhan',
    report: report || null,
    quotes: quotes
      .filter(({ may }) => may.attach)
      .map(({ code, device_name, value }) => ({ code, device_name, value })),
  }
}

function reportIn(url: URL): string {
  return (url.searchParams.get('phieu') ?? '').slice(0, 4_000)
}

/** The model of the query, if every question about it has an answer. */
async function modelOf({ services, url }: PersonalContext): Promise<TradeModel | null> {
  const query = url.searchParams
  const input = contract.tradeModel.input.safeParse({
    model_code: query.get('may') ?? '',
    device_code: query.get('ban') || undefined,
  })
  if (!input.success) return null
  try {
    const model = await services.cartTrade.tradeModel(null, input.data)
    const answers = answersIn(query, model)
    return model.questions.every(({ question_code }) => question_code in answers) ? model : null
  } catch (error) {
    if (isRefusal(error, contract.tradeModel, 'old_device_not_found')) return null
    throw error
  }
}

async function loadAsk(model: TradeModel, context: PersonalContext): Promise<TradeAskData> {
  const { services, url, province_id: own, now } = context
  const query = url.searchParams
  const answers = answersIn(query, model)
  const provinces = offeredProvinces(
    await services.locations.shopDirectory(null, { kind: 'ban-hang' }),
  )
  const asked = offeredProvince(provinces, idIn(query.get('tinh')), own) ?? provinces[0]
  const province_id = asked?.province_id ?? own
  const target_item_id = idIn(query.get('len_doi')) ?? undefined
  const about = { device_code: model.device_code, answers, province_id }
  const [{ data: shops }, value, contact] = await Promise.all([
    services.locations.findShops(null, {
      ...{ province_id, kind: 'ban-hang' as const, page: 1, size: 1_000 },
    }),
    valueOf(context, about, target_item_id),
    contactOf(context),
  ])
  return {
    kind: 'ask',
    ...{ model, answers, value, provinces, province_id, contact },
    report: reportIn(url),
    change: tradeDeviceUrl(model.model_code, choiceQuery(model, answers, target_item_id)),
    shops: shops.map(({ id, name, address }) => ({ id, name, address })),
    idempotency_key: crypto.randomUUID(),
    days: Array.from({ length: trade_rules.days + 1 }, (_, n) => vietnamDay(now, n)),
  }
}

/** The value; a new device that is not on sale any more is left out. */
async function valueOf(
  { services }: PersonalContext,
  about: { device_code: string; answers: Record<string, string>; province_id: number },
  target_item_id: number | undefined,
): Promise<TradeValue> {
  try {
    return await services.cartTrade.valuate(null, { ...about, target_item_id })
  } catch (error) {
    if (!isRefusal(error, contract.valuate, 'target_not_found')) throw error
    return services.cartTrade.valuate(null, about)
  }
}

async function contactOf({ services, caller }: PersonalContext) {
  if (caller.kind !== 'member') return { name: '', phone: '' }
  const { name, phone } = await services.loyalty.profile(caller, {})
  return { name, phone }
}
