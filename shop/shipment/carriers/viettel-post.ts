import { z } from 'zod'
import { isSame } from '#platform/http/signature.ts'
import { providerAddress, providerKey } from '#shop/payment/gateways/provider-settings.ts'
import type {
  Carrier,
  CarrierAnswer,
  CarrierMessage,
  CarrierParcel,
  CarrierTools,
  Created,
  Place,
  Quote,
} from '#shop/shipment/carriers/carrier.ts'
import { stateOfWord } from '#shop/shipment/carriers/carrier-states.ts'
import {
  type Called,
  clipBytes,
  hasSecret,
  instantOf,
  ok,
  parsedBody,
  postToCarrier,
  rejected,
  unknown,
} from '#shop/shipment/carriers/carrier-wire.ts'

const Settings = z.object({
  username: z.string().trim().min(1).max(100).describe('Tài khoản đối tác'),
  password: providerKey.describe('Mật khẩu'),
  service: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{0,10}$/)
    .default('')
    .describe('Mã dịch vụ (để trống: rẻ nhất)'),
  webhook_secret: z.string().trim().min(20).max(200).describe('Token webhook (từ 20 ký tự)'),
  api_url: providerAddress.default('https://partner.viettelpost.vn/v2').describe('Địa chỉ API'),
})
type Tools = CarrierTools<z.infer<typeof Settings>>

const title = 'Viettel Post'
/** Bytes of UTF-8. */
const max_text = 150
const not_understood = 'Không hiểu trả lời của Viettel Post'

/**
 * Viettel Post, partner API v2 (partner2.viettelpost.vn/document, 2026-10). The variants with addresses in words need
 * no codes of places. A number that was used before is refused without the code of its order, so after a lost answer
 * staff look it up. Not confirmed: the fields of its webhook (from its older documents); that the token of the message
 * is the one that the shop registered.
 */
export const viettelPost: Carrier<z.infer<typeof Settings>> = {
  code: 'viettel_post',
  title,
  settings: { schema: Settings, secrets: ['password', 'webhook_secret'], demo: null },
  sandbox_hosts: ['partnerdev.viettelpost.vn'],
  webhook_hint: 'Ở trang đối tác Viettel Post, đăng ký địa chỉ này với token webhook.',
  repeats: 'refused',
  ask_after_ms: 6 * 3_600_000,
  quote: quoteOrder,
  create: createOrder,
  cancel: cancelOrder,
  track: null,
  readEvent,
}

const Envelope = z.object({
  status: z.int().catch(200),
  error: z.boolean().catch(false),
  message: z.string().catch(''),
  data: z.unknown(),
})

function dataOf(called: Called): CarrierAnswer<unknown> {
  if ('trouble' in called) return unknown(called.trouble)
  const envelope = parsedBody(called.answer.body, Envelope)
  if (envelope === null) return unknown(not_understood)
  const is_refused = envelope.error || envelope.status !== 200 || called.answer.status >= 400
  return is_refused ? rejected(`Viettel Post: ${envelope.message}`) : ok(envelope.data)
}

async function ask<T>(
  { settings, send }: Tools,
  path: string,
  { token, body, schema }: { token: string; body: unknown; schema: z.ZodType<T> },
): Promise<CarrierAnswer<T>> {
  const url = `${settings.api_url}${path}`
  const called = await postToCarrier({ send }, title, url, { headers: { token }, body })
  const answer = dataOf(called)
  if (answer.outcome !== 'ok') return answer
  const value = schema.safeParse(answer.value).data
  return value === undefined ? unknown(not_understood) : ok(value)
}

const Token = z.object({ token: z.string().min(1) }).transform(({ token }) => token)

/** A token of the shop's account: a short one, with which the long one is asked for. */
async function signIn(tools: Tools): Promise<CarrierAnswer<string>> {
  const { username, password } = tools.settings
  const body = { USERNAME: username, PASSWORD: password }
  const first = await ask(tools, '/user/Login', { token: '', body, schema: Token })
  if (first.outcome !== 'ok') return first
  return ask(tools, '/user/ownerconnect', { token: first.value, body, schema: Token })
}

function wholeAddress({ street, ward, province }: Place): string {
  return clipBytes([street, ward, province].filter(Boolean).join(', '), max_text)
}

const Service = z.object({ MA_DV_CHINH: z.string().min(1), GIA_CUOC: z.number() })
const Prices = z.union([
  z.array(Service),
  z.object({ RESULT: z.array(Service) }).transform(({ RESULT }) => RESULT),
])

async function cheapest(
  parcel: CarrierParcel,
  tools: Tools,
  token: string,
): Promise<CarrierAnswer<{ service: string; fee: number }>> {
  const { from, to } = parcel
  if (from === null) return rejected('Viettel Post cần biết cửa hàng gửi')
  const body = {
    SENDER_ADDRESS: wholeAddress(from),
    RECEIVER_ADDRESS: wholeAddress(to),
    PRODUCT_TYPE: 'HH',
    PRODUCT_WEIGHT: parcel.weight_g,
    PRODUCT_PRICE: parcel.value,
    MONEY_COLLECTION: parcel.cod_amount,
    TYPE: 1,
  }
  const prices = await ask(tools, '/order/getPriceAllNlp', { token, body, schema: Prices })
  if (prices.outcome !== 'ok') return prices
  const wanted = prices.value.filter(
    ({ MA_DV_CHINH }) => tools.settings.service === '' || MA_DV_CHINH === tools.settings.service,
  )
  const [one] = wanted.toSorted((a, b) => a.GIA_CUOC - b.GIA_CUOC)
  if (one === undefined) return rejected('Viettel Post không có dịch vụ đến địa chỉ này')
  return ok({ service: one.MA_DV_CHINH, fee: Math.round(one.GIA_CUOC) })
}

async function quoteOrder(parcel: CarrierParcel, tools: Tools): Promise<CarrierAnswer<Quote>> {
  const token = await signIn(tools)
  if (token.outcome !== 'ok') return token
  const price = await cheapest(parcel, tools, token.value)
  return price.outcome === 'ok' ? ok({ fee: price.value.fee, expected_at: null }) : price
}

const Ordered = z.object({
  ORDER_NUMBER: z.union([z.string().min(1), z.int()]).transform(String),
  MONEY_TOTAL: z.number().nullish(),
})

async function createOrder(parcel: CarrierParcel, tools: Tools): Promise<CarrierAnswer<Created>> {
  const token = await signIn(tools)
  if (token.outcome !== 'ok') return token
  const price = await cheapest(parcel, tools, token.value)
  if (price.outcome !== 'ok') return price
  const body = orderOf(parcel, price.value.service)
  const made = await ask(tools, '/order/createOrderNlp', {
    token: token.value,
    body,
    schema: Ordered,
  })
  if (made.outcome !== 'ok') return made
  const { ORDER_NUMBER: carrier_code, MONEY_TOTAL: fee } = made.value
  return ok({ carrier_code, fee: fee == null ? null : Math.round(fee) })
}

function orderOf({ from, to, items, ...parcel }: CarrierParcel, service: string) {
  const names = items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  return {
    ORDER_NUMBER: parcel.code,
    CHECK_UNIQUE: true,
    SENDER_FULLNAME: clipBytes(from?.name ?? '', 100),
    SENDER_PHONE: from?.phone,
    SENDER_ADDRESS: from === null ? '' : wholeAddress(from),
    RECEIVER_FULLNAME: clipBytes(to.name, 100),
    RECEIVER_PHONE: to.phone,
    RECEIVER_ADDRESS: wholeAddress(to),
    PRODUCT_NAME: clipBytes(names, max_text),
    PRODUCT_QUANTITY: items.reduce((sum, { quantity }) => sum + quantity, 0),
    PRODUCT_PRICE: parcel.value,
    PRODUCT_WEIGHT: parcel.weight_g,
    PRODUCT_TYPE: 'HH',
    // 1 collects nothing, 3 the price of the goods; the shop pays the fee.
    ORDER_PAYMENT: parcel.cod_amount > 0 ? 3 : 1,
    ORDER_SERVICE: service,
    ORDER_SERVICE_ADD: '',
    ORDER_NOTE: clipBytes(parcel.note, max_text),
    MONEY_COLLECTION: parcel.cod_amount,
  }
}

async function cancelOrder(
  { carrier_code }: { code: string; carrier_code: string | null },
  tools: Tools,
): Promise<CarrierAnswer<null>> {
  if (carrier_code === null) return unknown('Viettel Post chỉ hủy theo mã của họ')
  const token = await signIn(tools)
  if (token.outcome !== 'ok') return token
  const body = { TYPE: 4, ORDER_NUMBER: carrier_code, NOTE: 'Cửa hàng hủy' }
  const schema = z.unknown().transform(() => null)
  return ask(tools, '/order/UpdateOrder', { token: token.value, body, schema })
}

const shortText = z.string().max(300).nullish()
const Message = z.object({
  DATA: z.object({
    ORDER_NUMBER: z.union([z.string().min(1).max(60), z.int()]).transform(String),
    ORDER_REFERENCE: shortText,
    ORDER_STATUSDATE: z.string().max(40),
    ORDER_STATUS: z.int(),
    MONEY_COLLECTION: z.number().nullish(),
    PRODUCT_WEIGHT: z.number().nullish(),
  }),
  TOKEN: z.string().max(500).nullish(),
})

function readEvent(message: CarrierMessage, settings: Tools['settings']) {
  const read = parsedBody(message.raw, Message)
  const { webhook_secret } = settings
  if (!hasSecret(message, webhook_secret) && !isSame(read?.TOKEN ?? '', webhook_secret)) {
    return 'forged'
  }
  const at = read === null ? null : vietnamInstant(read.DATA.ORDER_STATUSDATE)
  if (read === null || at === null) return 'unreadable'
  const { ORDER_NUMBER, ORDER_REFERENCE, ORDER_STATUS, ...told } = read.DATA
  const status = String(ORDER_STATUS)
  return {
    key: `${ORDER_NUMBER}:${status}:${at.toISOString()}`,
    carrier_code: ORDER_NUMBER,
    reference: ORDER_REFERENCE || null,
    status,
    state: stateOfWord('viettel_post', status),
    at,
    detail: {
      ...(told.MONEY_COLLECTION != null && { cod: told.MONEY_COLLECTION }),
      ...(told.PRODUCT_WEIGHT != null && { weight_g: told.PRODUCT_WEIGHT }),
    },
  } as const
}

/** "20/11/2026 15:04:05" in Vietnamese time. */
function vietnamInstant(text: string): Date | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text.trim())
  if (match === null) return null
  const [day = '', month = '', year = '', hour = '', minute = '', second = '00'] = match
    .slice(1)
    .map((part) => (part ?? '00').padStart(2, '0'))
  return instantOf(`${year}-${month}-${day}T${hour}:${minute}:${second}+07:00`)
}
