import { z } from 'zod'
import { providerAddress, providerKey } from '#shop/payment/gateways/provider-settings.ts'
import type {
  Carrier,
  CarrierAnswer,
  CarrierEvent,
  CarrierMessage,
  CarrierParcel,
  CarrierTools,
  Created,
  Quote,
} from '#shop/shipment/carriers/carrier.ts'
import { stateOfWord } from '#shop/shipment/carriers/carrier-states.ts'
import {
  type Called,
  callCarrier,
  hasSecret,
  instantOf,
  ok,
  parsedBody,
  postToCarrier,
  rejected,
  unknown,
} from '#shop/shipment/carriers/carrier-wire.ts'

const Settings = z.object({
  token: providerKey.describe('Token'),
  client_source: z.string().trim().min(1).max(60).describe('Mã shop (X-Client-Source)'),
  webhook_secret: z.string().trim().min(20).max(200).describe('Mật khẩu webhook (từ 20 ký tự)'),
  api_url: providerAddress.default('https://services.giaohangtietkiem.vn').describe('Địa chỉ API'),
})
type Tools = CarrierTools<z.infer<typeof Settings>>

const title = 'Giao Hàng Tiết Kiệm'
const limits = { cod: 20_000_000, note: 120 }
const not_understood = 'Không hiểu trả lời của GHTK'

/**
 * GHTK, order API 1.5 (api.ghtk.vn, 2026-10). Places are names in free text, which GHTK refuses when it does not know
 * them. The same id answers ORDER_ID_EXIST with the label of the first order. A webhook is sent twice at most: parcels
 * are also asked about. Not confirmed: cancelling by `partner_id:`, and the zone of `modified`.
 */
export const ghtk: Carrier<z.infer<typeof Settings>> = {
  code: 'ghtk',
  title,
  settings: { schema: Settings, secrets: ['token', 'webhook_secret'], demo: null },
  webhook_hint: 'Ở trang GHTK, dán địa chỉ này rồi thêm “?hash=” và mật khẩu webhook ở cuối.',
  repeats: 'same_order',
  ask_after_ms: 2 * 3_600_000,
  quote: quoteOrder,
  create: createOrder,
  cancel: cancelOrder,
  track: trackOrder,
  readEvent,
}

const Refused = z.object({
  success: z.literal(false),
  message: z.string().catch(''),
  error: z.object({ code: z.string(), ghtk_label: z.string().nullish() }).nullish().catch(null),
})

/** Reads an answer: what a success has, else why it was refused. */
function readAnswer<T>(called: Called, schema: z.ZodType<T>): CarrierAnswer<T> {
  if ('trouble' in called) return unknown(called.trouble)
  const value = parsedBody(called.answer.body, schema)
  if (value !== null) return ok(value)
  const refused = parsedBody(called.answer.body, Refused)
  return refused === null ? unknown(not_understood) : rejected(`GHTK: ${refused.message}`)
}

function headersOf({ token, client_source }: Tools['settings']): Record<string, string> {
  return { token, 'x-client-source': client_source }
}

function get({ settings, send }: Tools, path: string) {
  const url = settings.api_url + path
  return callCarrier({ send }, title, { method: 'GET', url, headers: headersOf(settings) })
}

function post({ settings, send }: Tools, path: string, body: unknown) {
  const headers = headersOf(settings)
  return postToCarrier({ send }, title, settings.api_url + path, { headers, body })
}

/** Why GHTK would refuse a parcel, as far as we know; null: nothing. */
function problemOf({ cod_amount, from, to }: CarrierParcel): string | null {
  if (cod_amount > limits.cod) return 'GHTK chỉ thu hộ đến 20.000.000đ'
  if (from === null) return 'GHTK cần biết cửa hàng gửi'
  return to.ward === '' ? 'GHTK cần tên phường, xã của người nhận' : null
}

const money = z.number().transform(Math.round)
const Fee = z.object({
  success: z.literal(true),
  fee: z.object({
    delivery: z.boolean(),
    fee: money,
    insurance_fee: money.catch(0),
    extFees: z.array(z.object({ amount: money })).catch([]),
  }),
})

async function quoteOrder(parcel: CarrierParcel, tools: Tools): Promise<CarrierAnswer<Quote>> {
  const problem = problemOf(parcel)
  if (problem !== null) return rejected(problem)
  const { from, to } = parcel
  const query = new URLSearchParams({
    pick_province: from?.province ?? '',
    pick_ward: from?.ward ?? '',
    province: to.province,
    ward: to.ward,
    address: to.street,
    weight: String(parcel.weight_g),
    value: String(parcel.value),
    transport: 'road',
    deliver_option: 'none',
  })
  const answer = readAnswer(await get(tools, `/services/shipment/fee?${query}`), Fee)
  if (answer.outcome !== 'ok') return answer
  const { delivery, fee, insurance_fee, extFees } = answer.value.fee
  if (!delivery) return rejected('GHTK không giao đến địa chỉ này')
  const extra = extFees.reduce((sum, { amount }) => sum + amount, 0)
  return ok({ fee: fee + insurance_fee + extra, expected_at: null })
}

const Ordered = z.object({
  success: z.literal(true),
  order: z.object({ label: z.string().min(1), fee: z.coerce.number().nullish() }),
})

async function createOrder(parcel: CarrierParcel, tools: Tools): Promise<CarrierAnswer<Created>> {
  const problem = problemOf(parcel)
  if (problem !== null) return rejected(problem)
  const called = await post(tools, '/services/shipment/order/?ver=1.5', orderOf(parcel))
  const known = 'answer' in called ? parsedBody(called.answer.body, Refused) : null
  // Our own order: the answer to an earlier call was lost.
  if (known?.error?.code === 'ORDER_ID_EXIST' && known.error.ghtk_label) {
    return ok({ carrier_code: known.error.ghtk_label, fee: null })
  }
  const answer = readAnswer(called, Ordered)
  if (answer.outcome !== 'ok') return answer
  const { label, fee } = answer.value.order
  return ok({ carrier_code: label, fee: fee == null ? null : Math.round(fee) })
}

function orderOf({ to, from, items, ...parcel }: CarrierParcel) {
  return {
    products: items.map(({ name, sku, quantity, price }) => ({
      ...{ name, product_code: sku, quantity, price },
      weight: Math.ceil(parcel.weight_g / items.length),
    })),
    order: {
      id: parcel.code,
      pick_name: from?.name,
      pick_address: from?.street,
      pick_province: from?.province,
      pick_ward: from?.ward,
      pick_tel: from?.phone,
      name: to.name,
      tel: to.phone,
      address: to.street,
      province: to.province,
      ward: to.ward,
      hamlet: 'Khác',
      // The shop pays; what the customer pays for delivery is in the amount to collect.
      is_freeship: 1,
      pick_money: parcel.cod_amount,
      value: parcel.value,
      transport: 'road',
      pick_option: 'cod',
      weight_option: 'gram',
      total_weight: parcel.weight_g,
      note: parcel.note.slice(0, limits.note),
    },
  }
}

async function cancelOrder(
  { code, carrier_code }: { code: string; carrier_code: string | null },
  tools: Tools,
): Promise<CarrierAnswer<null>> {
  const name = encodeURIComponent(carrier_code ?? `partner_id:${code}`)
  const called = await post(tools, `/services/shipment/cancel/${name}`, {})
  const answer = readAnswer(called, z.object({ success: z.literal(true) }))
  return answer.outcome === 'ok' ? ok(null) : answer
}

const digits = z.union([z.int(), z.string().regex(/^-?\d{1,6}$/)]).transform(String)
const Status = z.object({
  success: z.literal(true),
  order: z.object({
    label_id: z.string(),
    partner_id: z.string().nullish(),
    status: digits,
    modified: z.string(),
  }),
})

async function trackOrder(
  carrier_code: string,
  tools: Tools,
): Promise<CarrierAnswer<readonly CarrierEvent[]>> {
  const path = `/services/shipment/v2/${encodeURIComponent(carrier_code)}`
  const answer = readAnswer(await get(tools, path), Status)
  if (answer.outcome !== 'ok') return answer
  const { label_id, partner_id, status, modified } = answer.value.order
  // "2026-11-20 15:04:05" in Vietnamese time.
  const at = instantOf(`${modified.trim().replace(' ', 'T')}+07:00`)
  if (label_id !== carrier_code || at === null) return unknown(not_understood)
  const key = `${label_id}:${status}:${at.toISOString()}`
  const state = stateOfWord('ghtk', status)
  const reference = partner_id ?? null
  return ok([{ key, carrier_code, reference, status, state, at, detail: {} }])
}

function readEvent(message: CarrierMessage, settings: Tools['settings']) {
  if (!hasSecret(message, settings.webhook_secret)) return 'forged'
  const fields = formFields(message.raw)
  const carrier_code = fields.get('label_id') ?? ''
  const status = fields.get('status_id') ?? ''
  const at = instantOf(fields.get('action_time') ?? '')
  if (
    carrier_code === '' ||
    carrier_code.length > 60 ||
    at === null ||
    !/^-?\d{1,6}$/.test(status)
  ) {
    return 'unreadable'
  }
  const told = ['reason_code', 'reason', 'weight', 'fee', 'pick_money']
  return {
    key: `${carrier_code}:${status}:${at.toISOString()}`,
    carrier_code,
    reference: fields.get('partner_id') || null,
    status,
    state: stateOfWord('ghtk', status),
    at,
    detail: Object.fromEntries(
      told.flatMap((name) => {
        const value = fields.get(name)?.slice(0, 300)
        return value ? [[name, value]] : []
      }),
    ),
  } as const
}

/** The fields of a form. GHTK writes the plus of a time zone literally, which forms read as a blank. */
function formFields(raw: string): URLSearchParams {
  return new URLSearchParams(
    raw.replace(/(action_time=[^&]*)\+(?=\d{2}(?::|%3A)?\d{2}(?:&|$))/i, '$1%2B'),
  )
}
