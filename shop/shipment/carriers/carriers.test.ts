import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outsideCalls } from '#platform/http/outside-call.ts'
import type { Carrier, CarrierMessage, CarrierParcel } from '#shop/shipment/carriers/carrier.ts'
import { stateOfWord, textOfWord } from '#shop/shipment/carriers/carrier-states.ts'
import { ghn } from '#shop/shipment/carriers/ghn.ts'
import { ghtk } from '#shop/shipment/carriers/ghtk.ts'
import { known_carriers } from '#shop/shipment/carriers/known-carriers.ts'
import { viettelPost } from '#shop/shipment/carriers/viettel-post.ts'

type Reply = { status?: number; body: unknown } | 'hangs' | 'resets'
interface Call {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

let calls: Call[] = []
/** The answers by the beginning of the path; the last one that fits. */
let replies: Record<string, Reply> = {}
let api_url = ''
const server = createServer((request, response) => {
  void (async () => {
    const path = request.url ?? ''
    calls.push({ path, headers: request.headers, body: await text(request) })
    const fitting = Object.entries(replies).filter(([start]) => path.startsWith(start))
    const reply = fitting.at(-1)?.[1] ?? { status: 404, body: {} }
    if (reply === 'hangs') return
    if (reply === 'resets') return void request.socket.destroy()
    const { status = 200, body } = reply
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })()
})

const now = new Date('2026-11-20T08:00:00Z')
const webhook_secret = 'mot-mat-khau-that-dai-cua-webhook'
const place = { name: 'An', phone: '0912345678', street: '2 Lê Lợi' }
const parcel: CarrierParcel = {
  code: 'VD7K3M9QXZT',
  order_code: 'DH261120-7K3M9QXZ',
  cod_amount: 1_250_000,
  value: 1_250_000,
  weight_g: 600,
  note: 'Gọi trước',
  items: [{ name: 'Cáp sạc', sku: 'SKU-21', quantity: 2, price: 625_000 }],
  to: { ...place, ward: 'Phường Bến Thành', province: 'Hồ Chí Minh' },
  from: { ...place, name: 'Tiệm', ward: 'Phường Hoàn Kiếm', province: 'Hà Nội' },
}

/** A carrier with its settings and its API, as its papers describe it. */
interface Case {
  carrier: Carrier
  settings: Record<string, string>
  create: Record<string, Reply>
  created: { carrier_code: string; fee: number | null }
  quote: Record<string, Reply>
  fee: number
  refusal: unknown
  cancel: Record<string, Reply>
}

const prefix = '/shiip/public-api/v2'
const vtp_sign_in = {
  '/user/Login': { body: { status: 200, error: false, data: { token: 'short' } } },
  '/user/ownerconnect': { body: { status: 200, error: false, data: { token: 'long' } } },
  '/order/getPriceAllNlp': {
    body: {
      status: 200,
      error: false,
      data: {
        RESULT: [
          { MA_DV_CHINH: 'VHT', GIA_CUOC: 60_000 },
          { MA_DV_CHINH: 'VCN', GIA_CUOC: 31_000 },
        ],
      },
    },
  },
}
const ghn_data = { order_code: 'LDA7K3', total_fee: 32_000, expected_delivery_time: '2026-11-22' }
const cases: Record<string, Case> = {
  ghn: {
    carrier: ghn,
    settings: { token: 'khoa-ghn', shop_id: '227609', webhook_secret },
    create: {
      [`${prefix}/shipping-order/create`]: { body: { code: 200, message: '', data: ghn_data } },
    },
    created: { carrier_code: 'LDA7K3', fee: 32_000 },
    quote: {
      [`${prefix}/shipping-order/preview`]: { body: { code: 200, message: '', data: ghn_data } },
    },
    fee: 32_000,
    refusal: { code: 400, message: 'x', code_message_value: 'Sai phường', data: null },
    cancel: {
      [`${prefix}/shipping-order/detail-by-client-code`]: {
        body: { code: 200, data: { ...ghn_data, status: 'x', updated_date: 'x' } },
      },
      [`${prefix}/switch-status/cancel`]: {
        body: { code: 200, data: [{ order_code: 'LDA7K3', result: true, message: 'OK' }] },
      },
    },
  },
  ghtk: {
    carrier: ghtk,
    settings: { token: 'khoa-ghtk', client_source: 'S1', webhook_secret },
    create: {
      '/services/shipment/order': {
        body: { success: true, order: { label: 'S1.A1.17', fee: '30400' } },
      },
    },
    created: { carrier_code: 'S1.A1.17', fee: 30_400 },
    quote: {
      '/services/shipment/fee': {
        body: {
          success: true,
          fee: { delivery: true, fee: 30_000, insurance_fee: 5_000, extFees: [{ amount: 1_000 }] },
        },
      },
    },
    fee: 36_000,
    refusal: { success: false, message: 'Sai phường', error: { code: 'ADDRESS' } },
    cancel: { '/services/shipment/cancel/partner_id%3AVD7K3M9QXZT': { body: { success: true } } },
  },
  viettel_post: {
    carrier: viettelPost,
    settings: { username: 'u', password: 'p', service: '', webhook_secret },
    create: {
      ...vtp_sign_in,
      '/order/createOrderNlp': {
        body: { status: 200, error: false, data: { ORDER_NUMBER: 17, MONEY_TOTAL: 31_000 } },
      },
    },
    created: { carrier_code: '17', fee: 31_000 },
    quote: vtp_sign_in,
    fee: 31_000,
    refusal: { status: 400, error: true, message: 'Sai phường', data: null },
    cancel: {
      ...vtp_sign_in,
      '/order/UpdateOrder': { body: { status: 200, error: false, data: null } },
    },
  },
}
const each = Object.entries(cases)

function toolsOf({ settings }: Case) {
  const send = outsideCalls({ now: () => now, limit_ms: 300 })
  return { settings: { ...settings, api_url }, send, now }
}
const outcomeOf = async (one: Case) => (await one.carrier.create(parcel, toolsOf(one))).outcome

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = []
})

test('every carrier but the play carrier has a case', () => {
  const own = known_carriers.filter(({ is_play }) => is_play !== true)
  expect(Object.keys(cases)).toEqual(own.map(({ code }) => code))
})

describe.each(each)('%s', (_code, one) => {
  test('is asked for the fee, and creates an order by our code', async () => {
    replies = one.quote
    const quote = await one.carrier.quote(parcel, toolsOf(one))
    expect(quote).toMatchObject({ outcome: 'ok', value: { fee: one.fee } })
    replies = one.create
    const created = await one.carrier.create(parcel, toolsOf(one))
    expect(created).toEqual({ outcome: 'ok', value: one.created })
    const { body = '' } = calls.at(-1) ?? {}
    for (const part of [parcel.code, '1250000', '0912345678', 'Bến Thành']) {
      expect(body).toContain(part)
    }
  })

  test('says no, or nothing that can be understood: a call that may have worked is unknown', async () => {
    const paths = Object.keys(one.create)
    const last = paths.at(-1) ?? ''
    const withLast = (reply: Reply) => ({ ...one.create, [last]: reply })
    for (const [reply, expected] of [
      [{ body: one.refusal }, 'rejected'],
      [{ body: '<html>' }, 'unknown'],
      [{ body: {} }, 'unknown'],
      [{ status: 502, body: one.refusal }, 'unknown'],
      [{ status: 429, body: one.refusal }, 'unknown'],
      ['hangs', 'unknown'],
      ['resets', 'unknown'],
    ] as const) {
      replies = withLast(reply)
      expect([reply, await outcomeOf(one)]).toEqual([reply, expected])
    }
    replies = withLast({ body: one.refusal })
    expect(await one.carrier.create(parcel, toolsOf(one))).toMatchObject({
      reason: expect.stringContaining('Sai phường'),
    })
  })

  test('cancels by our code or its own', async () => {
    replies = one.cancel
    const known = { code: parcel.code, carrier_code: one.created.carrier_code }
    const path = '/services/shipment/cancel/S1.A1.17'
    replies = { ...one.cancel, [path]: { body: { success: true } } }
    expect((await one.carrier.cancel(known, toolsOf(one))).outcome).toBe('ok')
    const unanswered = { code: parcel.code, carrier_code: null }
    const expected = one.carrier.repeats === 'same_order' ? 'ok' : 'unknown'
    expect((await one.carrier.cancel(unanswered, toolsOf(one))).outcome).toBe(expected)
  })

  test('reads no message without the secret', () => {
    const message = messageOf('{}', 'sai')
    expect(one.carrier.readEvent(message, one.settings)).toBe('forged')
    expect(one.carrier.readEvent({ ...message, headers: {} }, one.settings)).toBe('forged')
    const proved = messageOf('rác', webhook_secret)
    expect(one.carrier.readEvent(proved, one.settings)).toBe('unreadable')
  })
})

function messageOf(raw: string, secret: string): CarrierMessage {
  return { raw, query: new URLSearchParams(), headers: { 'x-carrier-secret': secret } }
}

describe('what a carrier says', () => {
  const at = new Date('2026-11-20T08:04:05.000Z')

  test('GHN: by a header; only two types are about where the parcel is', () => {
    const fields = { OrderCode: 'LDA7K3', ClientOrderCode: parcel.code, Status: 'delivering' }
    const told = { ...fields, Time: '2026-11-20T15:04:05+07:00', ShipperPhone: '0900000000' }
    const read = (Type: string) =>
      ghn.readEvent(messageOf(JSON.stringify({ ...told, Type }), webhook_secret), {
        ...cases['ghn']?.settings,
      } as never)
    expect(read('switch_status')).toEqual({
      key: `LDA7K3:switch_status:delivering:${at.toISOString()}`,
      carrier_code: 'LDA7K3',
      reference: parcel.code,
      status: 'delivering',
      state: 'delivering',
      at,
      detail: { type: 'switch_status' },
    })
    expect(read('update_fee')).toMatchObject({ state: null })
    // A courier may write much, and a carrier may forget the zone.
    told.Time = '2026-11-20 15:04:05'
    const long = JSON.stringify({ ...told, Type: 'switch_status', Reason: 'x'.repeat(900) })
    const settings = cases['ghn']?.settings as never
    expect(ghn.readEvent(messageOf(long, webhook_secret), settings)).toMatchObject({
      at,
      detail: { reason: 'x'.repeat(300) },
    })
    told.Time = '-200000-01-01T00:00:00Z'
    expect(read('switch_status')).toBe('unreadable')
  })

  test('GHTK: a form with the secret in the address and a literal plus', () => {
    const raw = `partner_id=${parcel.code}&label_id=S1.A1.17&status_id=45&action_time=2026-11-20T15:04:05+07:00&fee=1`
    const query = new URLSearchParams({ hash: webhook_secret })
    const message = { raw, query, headers: {} }
    const read = (changed: string) =>
      ghtk.readEvent({ ...message, raw: changed }, cases['ghtk']?.settings as never)
    expect(read(raw)).toMatchObject({ carrier_code: 'S1.A1.17', at, state: null, status: '45' })
    expect(read(raw.replace('id=45', 'id=5'))).toMatchObject({ state: 'delivered' })
  })

  test('Viettel Post: with the token in the message, in Vietnamese time', () => {
    const DATA = { ORDER_NUMBER: '17', ORDER_REFERENCE: parcel.code, ORDER_STATUS: 501 }
    const told = {
      DATA: { ...DATA, ORDER_STATUSDATE: '20/11/2026 15:04:05' },
      TOKEN: webhook_secret,
    }
    const message = { ...messageOf(JSON.stringify(told), 'x'), headers: {} }
    const settings = cases['viettel_post']?.settings as never
    expect(viettelPost.readEvent(message, settings)).toMatchObject({ state: 'delivered', at })
  })

  test('the same order of an earlier call is ours: no second one is made', async () => {
    const error = { code: 'ORDER_ID_EXIST', ghtk_label: 'S1.A1.9' }
    replies = { '/services/shipment/order': { body: { success: false, message: 'x', error } } }
    const one = cases['ghtk'] as Case
    expect(await one.carrier.create(parcel, toolsOf(one))).toEqual({
      outcome: 'ok',
      value: { carrier_code: 'S1.A1.9', fee: null },
    })
  })

  test('asked by its own code: GHN in UTC, GHTK in Vietnamese time', async () => {
    const updated_date = '2026-11-20T08:04:05Z'
    const data = { order_code: 'LDA7K3', status: 'lost', updated_date }
    replies = {
      [`${prefix}/shipping-order/detail`]: { body: { code: 200, data } },
      '/services/shipment/v2/S1.A1.17': {
        body: {
          success: true,
          order: { label_id: 'S1.A1.17', status: '9', modified: '2026-11-20 15:04:05' },
        },
      },
    }
    const asked = await Promise.all([
      ghn.track?.('LDA7K3', toolsOf(cases['ghn'] as Case) as never),
      ghtk.track?.('S1.A1.17', toolsOf(cases['ghtk'] as Case) as never),
    ])
    expect(asked).toMatchObject([
      { value: [{ state: 'lost', at }] },
      { value: [{ state: 'delivery_failed', at }] },
    ])
  })

  test('words that prove nothing, and words that nobody knows, move nothing', () => {
    expect(stateOfWord('ghn', 'exception')).toBeNull()
    expect(stateOfWord('ghn', 'toString')).toBeNull()
    expect(stateOfWord('ghtk', '410')).toBeNull()
    expect(stateOfWord('viettel_post', '999')).toBeNull()
    expect(textOfWord('ghn', 'storing')).toBe('Ở kho của hãng')
    expect(textOfWord('ghtk', '-1')).toBe('Đã hủy vận đơn')
    for (const [carrier, word] of [
      ['ghn', 'toString'],
      ['toString', 'name'],
      ['own', '1'],
    ] as const) {
      expect(textOfWord(carrier, word)).toBeNull()
    }
  })
})
