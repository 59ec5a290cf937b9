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
  secret_header,
  unknown,
} from '#shop/shipment/carriers/carrier-wire.ts'

const Settings = z.object({
  token: providerKey.describe('Token'),
  shop_id: z
    .string()
    .trim()
    .regex(/^\d{1,12}$/)
    .describe('Shop ID'),
  webhook_secret: z.string().trim().min(20).max(200).describe('Mật khẩu webhook (từ 20 ký tự)'),
  api_url: providerAddress.default('https://online-gateway.ghn.vn').describe('Địa chỉ API'),
})
type Tools = CarrierTools<z.infer<typeof Settings>>

const title = 'Giao Hàng Nhanh'
/** Đồng and grams, as GHN documents them. */
const limits = { cod: 50_000_000, weight_g: 50_000, insured: 5_000_000 }
/** From this weight on a parcel is heavy: another service, which wants every item. */
const heavy_g = 20_000
/** A common box in centimetres: the shop does not measure its parcels. */
const box = { length: 25, width: 20, height: 12 }

/**
 * GHN v2 (developer.ghn.vn, 2026). The fee is that of a preview: it takes names of two-level addresses, while the fee
 * call wants codes from before 2025-07. The same client_order_code gives the same order. Not confirmed: whether GHN
 * measures anew when the box is another one; the limit of insured values.
 */
export const ghn: Carrier<z.infer<typeof Settings>> = {
  code: 'ghn',
  title,
  settings: { schema: Settings, secrets: ['token', 'webhook_secret'], demo: null },
  sandbox_hosts: ['dev-online-gateway.ghn.vn'],
  webhook_hint: `Ở trang GHN, thêm header “${secret_header}” với mật khẩu webhook.`,
  repeats: 'same_order',
  ask_after_ms: 3 * 3_600_000,
  quote: (parcel, tools) => submit(tools, 'preview', parcel, readQuote),
  create: (parcel, tools) => submit(tools, 'create', parcel, readCreated),
  cancel: cancelOrder,
  track: trackOrder,
  readEvent,
}

const Envelope = z.object({
  code: z.int(),
  message: z.string().catch(''),
  code_message_value: z.string().catch(''),
  data: z.unknown(),
})

/** The data of an answer. An empty answer means that GHN does not know the shop. */
function dataOf(called: Called): CarrierAnswer<unknown> {
  if ('trouble' in called) return unknown(called.trouble)
  const { status, body } = called.answer
  if (status === 200 && body.trim() === '') return rejected('GHN không biết Shop ID này')
  const envelope = parsedBody(body, Envelope)
  if (envelope === null) return unknown('Không hiểu trả lời của GHN')
  if (status === 200 && envelope.code === 200) return ok(envelope.data)
  const reason = envelope.code_message_value || envelope.message || `mã ${envelope.code}`
  return rejected(`GHN: ${reason}`)
}

function post({ settings, send }: Tools, path: string, body: unknown): Promise<Called> {
  const url = `${settings.api_url}/shiip/public-api${path}`
  return postToCarrier({ send }, title, url, { headers: headersOf(settings), body })
}

function get({ settings, send }: Tools, path: string, query: Record<string, string>) {
  const url = `${settings.api_url}/shiip/public-api${path}?${new URLSearchParams(query)}`
  return callCarrier({ send }, title, { method: 'GET', url, headers: headersOf(settings) })
}

function headersOf({ token, shop_id }: Tools['settings']): Record<string, string> {
  return { token, shopid: shop_id }
}

async function submit<T>(
  tools: Tools,
  action: 'preview' | 'create',
  parcel: CarrierParcel,
  read: (data: unknown) => T | null,
): Promise<CarrierAnswer<T>> {
  if (parcel.cod_amount > limits.cod) return rejected('GHN chỉ thu hộ đến 50.000.000đ')
  if (parcel.weight_g > limits.weight_g) return rejected('GHN chỉ nhận đến 50 kg')
  const answer = dataOf(await post(tools, `/v2/shipping-order/${action}`, bodyOf(parcel)))
  if (answer.outcome !== 'ok') return answer
  const value = read(answer.value)
  return value === null ? unknown('Không hiểu trả lời của GHN') : ok(value)
}

function bodyOf({ to, items, ...parcel }: CarrierParcel) {
  return {
    // The shop pays; what the customer pays for delivery is in the amount to collect.
    payment_type_id: 1,
    required_note: 'CHOXEMHANGKHONGTHU',
    service_type_id: parcel.weight_g >= heavy_g ? 5 : 2,
    client_order_code: parcel.code,
    is_new_to_address: true,
    to_name: to.name,
    to_phone: to.phone,
    to_address: [to.street, to.ward, to.province].filter(Boolean).join(', '),
    to_ward_name: to.ward,
    to_province_name: to.province,
    weight: parcel.weight_g,
    ...box,
    cod_amount: parcel.cod_amount,
    insurance_value: Math.min(parcel.value, limits.insured),
    order_value: parcel.value,
    note: parcel.note.slice(0, 500),
    content: items
      .map(({ name, quantity }) => `${quantity} × ${name}`)
      .join('; ')
      .slice(0, 500),
    items: items.map(({ name, sku, quantity, price }) => ({ name, code: sku, quantity, price })),
  }
}

const Preview = z.object({ total_fee: z.int(), expected_delivery_time: z.string().catch('') })
const CreatedOrder = z.object({ order_code: z.string().min(1), total_fee: z.int().nullish() })

function readQuote(data: unknown): Quote | null {
  const preview = Preview.safeParse(data).data
  if (preview === undefined) return null
  return { fee: preview.total_fee, expected_at: instantOf(preview.expected_delivery_time) }
}

function readCreated(data: unknown): Created | null {
  const order = CreatedOrder.safeParse(data).data
  return order === undefined
    ? null
    : { carrier_code: order.order_code, fee: order.total_fee ?? null }
}

const Detail = z.object({
  order_code: z.string().min(1),
  client_order_code: z.string().nullish(),
  status: z.string(),
  updated_date: z.string(),
})
const Cancelled = z.array(
  z.object({ order_code: z.string(), result: z.boolean(), message: z.string().catch('') }),
)

async function cancelOrder(
  { code, carrier_code }: { code: string; carrier_code: string | null },
  tools: Tools,
): Promise<CarrierAnswer<null>> {
  const found = carrier_code ?? (await findCode(code, tools))
  if (found === null) return ok(null)
  if (typeof found !== 'string') return found
  // One code in each call: a wrong one would fail all the others.
  const body = { order_codes: [found], reason_code: 'GHN-CANCEL-OTHER' }
  const answer = dataOf(await post(tools, '/v2/switch-status/cancel', body))
  if (answer.outcome !== 'ok') return answer
  const [one] = Cancelled.safeParse(answer.value).data ?? []
  if (one?.order_code !== found) return unknown('Không hiểu trả lời của GHN')
  return one.result ? ok(null) : rejected(`GHN không hủy: ${one.message}`)
}

/** GHN's code of what has this code of ours; null: GHN has nothing of it. */
async function findCode(code: string, tools: Tools): Promise<string | null | CarrierAnswer<never>> {
  const query = { client_order_code: code }
  const called = await get(tools, '/v2/shipping-order/detail-by-client-code', query)
  const answer = dataOf(called)
  if (answer.outcome === 'unknown') return answer
  if (answer.outcome === 'rejected') {
    return /not found|không tìm thấy/i.test(answer.reason) ? null : answer
  }
  return Detail.safeParse(answer.value).data?.order_code ?? unknown('Không hiểu trả lời của GHN')
}

async function trackOrder(
  carrier_code: string,
  tools: Tools,
): Promise<CarrierAnswer<readonly CarrierEvent[]>> {
  const called = await get(tools, '/v2/shipping-order/detail', { order_code: carrier_code })
  const answer = dataOf(called)
  if (answer.outcome !== 'ok') return answer
  const detail = Detail.safeParse(answer.value).data
  const at = detail === undefined ? null : instantOf(detail.updated_date)
  if (detail === undefined || at === null || detail.order_code !== carrier_code) {
    return unknown('Không hiểu trả lời của GHN')
  }
  const { status, client_order_code: reference = null } = detail
  const key = `${carrier_code}:poll:${status}:${at.toISOString()}`
  const state = stateOfWord('ghn', status)
  return ok([{ key, carrier_code, reference, status, state, at, detail: {} }])
}

// What a courier types may be long: it is cut, because the event counts and not its reason.
const text = z
  .string()
  .transform((typed) => typed.slice(0, 300))
  .nullish()
const Message = z.object({
  OrderCode: z.string().min(1).max(60),
  ClientOrderCode: text,
  Type: z.string().max(60),
  Status: z.string().max(60),
  Time: z.string().max(60),
  ReasonCode: text,
  Reason: text,
  CODAmount: z.number().nullish(),
  TotalFee: z.number().nullish(),
  ConvertedWeight: z.number().nullish(),
})
/** The messages about where a parcel is; the others are about fees and weights. */
const moving = new Set(['create', 'switch_status'])

function readEvent(message: CarrierMessage, settings: Tools['settings']) {
  if (!hasSecret(message, settings.webhook_secret)) return 'forged'
  const read = parsedBody(message.raw, Message)
  const at = read === null ? null : instantOf(read.Time)
  if (read === null || at === null) return 'unreadable'
  const { OrderCode, Type, Status } = read
  return {
    key: `${OrderCode}:${Type}:${Status}:${at.toISOString()}`,
    carrier_code: OrderCode,
    reference: read.ClientOrderCode || null,
    status: Status,
    state: moving.has(Type.toLowerCase()) ? stateOfWord('ghn', Status) : null,
    at,
    detail: {
      type: Type,
      ...(read.ReasonCode && { reason_code: read.ReasonCode }),
      ...(read.Reason && { reason: read.Reason }),
      ...(read.CODAmount != null && { cod: read.CODAmount }),
      ...(read.TotalFee != null && { fee: read.TotalFee }),
      ...(read.ConvertedWeight != null && { weight_g: read.ConvertedWeight }),
    },
  } as const
}
