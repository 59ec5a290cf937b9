import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { zalopay, zalopayNumber, type ZalopaySettings } from '#shop/payment/gateways/zalopay.ts'
import { hmacHex } from '#platform/http/signature.ts'
import { attemptOf, noticeMessage, fakeProvider } from '#test/support/payment-attempt.ts'

/** ZaloPay's public sandbox. */
const settings: ZalopaySettings = {
  app_id: '2553',
  key1: 'PcY4iZIKFCIdgZvA6ueMcMHHUbRLYjPL',
  key2: 'kLtgPl8HHhfvMuDHPwKfgfsY4Ydm9eIz',
  api_url: 'https://sb-openapi.zalopay.vn/v2',
}
const now = new Date('2026-11-21T01:20:00Z')
const attempt = attemptOf()

test('the mac of a known text with key1, and the mac of a request over the same seven fields', async () => {
  const text = '2553|230407_13221300383|user123|50000|1680848533635|{}|[]'
  expect(hmacHex(settings.key1, text)).toBe(
    '66743b6b1093af5eb86e056663985e8d68ac1707285434776374001d4f810863',
  )
  const order_url = 'https://qcgateway.zalopay.vn/openinapp?order=x'
  const { send, bodyOf } = fakeProvider({ return_code: 1, order_url })
  expect(await zalopay.start?.(attempt, { settings, send, now })).toEqual({
    redirect_url: order_url,
  })
  const body = bodyOf() as Record<string, string | number>
  const fields = ['app_id', 'app_trans_id', 'app_user', 'amount', 'app_time', 'embed_data', 'item']
  const signed = fields.map((name) => body[name]).join('|')
  expect(body['mac']).toBe(hmacHex(settings.key1, signed))
  expect(body).toMatchObject({
    app_id: 2553,
    app_trans_id: '261121_DH2611217K3M9QXZ-41',
    amount: 30_990_000,
    app_time: now.getTime(),
    item: '[]',
    callback_url: attempt.notify_url,
    expire_duration_seconds: 300,
    embed_data: JSON.stringify({ redirecturl: attempt.return_url }),
  })
})

test('the id begins with the Vietnamese day and has at most 40 letters', () => {
  const late = attemptOf({ created_at: new Date('2026-11-20T17:00:00Z') })
  expect(zalopayNumber(late)).toBe('261121_DH2611217K3M9QXZ-41')
  expect(zalopayNumber(attemptOf({ reference: 'x'.repeat(33) }))).toHaveLength(40)
})

test.each([
  ['a refusal', { return_code: 2 }],
  ['a page elsewhere', { return_code: 1, order_url: 'http://zalopay.vn/' }],
  ['no JSON', ''],
])('%s to create throws ProviderTrouble', async (_name, answer) => {
  const { send } = fakeProvider(answer)
  const started = zalopay.start?.(attempt, { settings, send, now })
  await expect(started).rejects.toBeInstanceOf(ProviderTrouble)
})

const data =
  '{"app_id":2553,"app_trans_id":"261121_DH2611217K3M9QXZ-41","app_time":1795222800000,"app_user":"khach-hang","amount":30990000,"embed_data":"{}","item":"[]","zp_trans_id":261121000000123,"server_time":1795222992000,"channel":38,"merchant_user_id":"x","user_fee_amount":0,"discount_amount":0}'
// Computed independently, with Python's hmac over this exact text and key2.
const mac = '6cafbe1027e17f544e1422ad0a70c073b9791cc3709ee15254d8aea20b5fc2ff'
const read = (message: unknown) =>
  zalopay.notices?.read(noticeMessage({ raw: JSON.stringify(message) }), settings) ?? null
const signed = (text: string) => ({ data: text, mac: hmacHex(settings.key2, text) })

describe('the callback', () => {
  test('signed with key2 is accepted', () => {
    expect(read({ data, mac, type: 1 })).toEqual({
      message_id: `${attempt.reference}:261121000000123`,
      reference: attempt.reference,
      status: 'paid',
      amount: 30_990_000,
      provider_reference: '261121000000123',
      failure: null,
      detail: { app_trans_id: `261121_${attempt.reference}`, channel: 38 },
    })
  })

  test('changed, of another app, signed with key1 or unreadable is refused', () => {
    expect(read({ data: data.replace('30990000', '30990001'), mac })).toBeNull()
    expect(read({ data, mac: hmacHex(settings.key1, data) })).toBeNull()
    expect(read(signed(data.replace('2553', '2554')))).toBeNull()
    expect(read(signed(data.replace('261121_', 'x')))).toBeNull()
    expect(read(signed('{'))).toBeNull()
    expect([read({ data }), read(null), read({ data: 5, mac })]).toEqual([null, null, null])
  })

  test.each([
    ['taken', 1],
    ['known', 2],
    ['forged', -1],
    ['not_found', -2],
    ['wrong_amount', 1],
    ['try_again', 0],
  ] as const)('%s is answered with return_code %d', (outcome, return_code) => {
    const answer = zalopay.notices?.answer(outcome)
    expect(answer?.status).toBe(200)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ return_code })
  })
})

describe('the query', () => {
  const ask = (answer: unknown) =>
    zalopay.query?.(attempt, { settings, send: fakeProvider(answer).send, now })

  test('is signed as documented, and gives the same notice as the callback', async () => {
    const paid = { return_code: 1, amount: 30_990_000, zp_trans_id: 261121000000123 }
    const { send, bodyOf } = fakeProvider(paid)
    const notice = await zalopay.query?.(attempt, { settings, send, now })
    expect(notice).toEqual({ ...read({ data, mac }), detail: expect.anything() })
    expect(bodyOf()).toEqual({
      app_id: 2553,
      app_trans_id: '261121_DH2611217K3M9QXZ-41',
      mac: 'a0158edfb8098fc1d0652133010548707b822fe9f27d180811798193b210631e',
    })
    expect(await ask({ return_code: 3 })).toMatchObject({ status: 'pending', failure: null })
    expect(await ask({ return_code: 2, sub_return_code: -54, amount: 0 })).toMatchObject({
      status: 'failed',
      amount: attempt.amount,
      failure: expect.stringContaining('không thành công'),
    })
  })

  test.each([{ return_code: 0 }, { return_code: 1 }, 'x'])(
    '%j throws ProviderTrouble',
    async (answer) => {
      await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
    },
  )
})

describe('the refund', () => {
  const request = {
    number: '0000000009',
    amount: 1_000_000,
    reason: 'Khách hủy đơn',
    attempt: attemptOf({ provider_reference: '261121000000123' }),
    is_full: false,
    created_at: now,
  }
  test('queries an earlier refund first, then requests it, with one id', async () => {
    const { send, requests, bodyOf } = fakeProvider(
      { return_code: 2 },
      { return_code: 1, refund_id: 5 },
    )
    const answer = await zalopay.refund?.(request, { settings, send, now })
    expect(answer).toEqual({ state: 'done', provider_reference: '5', note: null })
    expect(requests.map(({ url }) => url.split('/').at(-1))).toEqual(['query_refund', 'refund'])
    expect(bodyOf(1)).toMatchObject({
      m_refund_id: '261121_2553_0000000009',
      zp_trans_id: '261121000000123',
      mac: '676427ff8dbcef79a2ef9d24da451f6dd36a653e7de8a5d2ede13fb90ba49b35',
    })
  })

  test('days later the ids of all days are queried, and the id of today is used', async () => {
    const days = [{ return_code: 2 }, { return_code: 2 }, { return_code: 2 }]
    const { send, bodyOf } = fakeProvider(...days, { return_code: 1 })
    const created_at = new Date('2026-11-19T01:30:00Z')
    const answer = await zalopay.refund?.({ ...request, created_at }, { settings, send, now })
    expect(answer).toMatchObject({ state: 'done' })
    const numbers = [0, 1, 2, 3].map(
      (index) => (bodyOf(index) as { m_refund_id: string }).m_refund_id,
    )
    const idOf = (day: string) => `${day}_2553_0000000009`
    expect(numbers).toEqual([idOf('261119'), idOf('261120'), idOf('261121'), idOf('261121')])
  })

  test.each([
    ['done before', [{ return_code: 1 }], 'done'],
    ['on its way', [{ return_code: 3 }], 'requested'],
    ['worked on', [{ return_code: 2 }, { return_code: 3 }, { return_code: 3 }], 'requested'],
    ['done at once', [{ return_code: 2 }, { return_code: 3 }, { return_code: 1 }], 'done'],
    ['refused', [{ return_code: 2 }, { return_code: 2 }], 'failed'],
  ])('%s', async (_name, answers, state) => {
    const { send, requests } = fakeProvider(...answers)
    expect(await zalopay.refund?.(request, { settings, send, now })).toMatchObject({ state })
    expect(requests).toHaveLength(answers.length)
  })
})
