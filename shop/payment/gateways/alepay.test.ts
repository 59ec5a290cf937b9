import { describe, expect, test } from 'vitest'
import { alepay } from '#shop/payment/gateways/alepay.ts'
import { alepayChecksum, alepaySignature } from '#shop/payment/gateways/alepay-signature.ts'
import { ProviderRefusal, ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { demoOf } from '#shop/payment/sandbox/demo-keys.ts'
import { attemptOf, fakeProvider, noticeMessage, startAt } from '#test/support/payment-attempt.ts'

const settings = demoOf(alepay)
const now = new Date('2026-11-21T01:05:00Z')
const link = 'ALE0000000123'
const attempt = attemptOf({
  reference: 'DH2611217K3M9QXZT41',
  provider_link: link,
  card_plan: { bank_code: 'VCB', card_brand: 'Visa', months: 6 },
})
const created = {
  ...{ code: '000', message: 'Thành công', transactionCode: link },
  checkoutUrl: 'https://alepay-v3.nganluong.vn/checkout/abc',
}

describe('start', () => {
  test('asks for the chosen bank, card and months, and signs every field', async () => {
    const provider = fakeProvider(created)
    const started = await startAt(alepay, attempt, { settings, send: provider.send, now })
    expect(started).toMatchObject({ redirect_url: created.checkoutUrl, provider_link: link })
    const { signature, ...fields } = provider.bodyOf() as Record<string, string | number>
    expect(fields).toMatchObject({
      ...{ orderCode: attempt.reference, amount: attempt.amount, checkoutType: 2 },
      ...{ installment: true, month: 6, bankCode: 'VCB', paymentMethod: 'VISA' },
      buyerEmail: settings.email,
    })
    expect(signature).toBe(alepaySignature(settings.checksum_key, fields))
  })

  test('without a plan the shopper chooses on the page of AlePay', async () => {
    const provider = fakeProvider(created)
    const { card_plan: _plan, ...plain } = attempt
    await startAt(alepay, plain, { settings, send: provider.send, now })
    expect(provider.bodyOf()).not.toHaveProperty('month')
  })

  test('a no is a refusal', async () => {
    const { send } = fakeProvider({ code: '131', message: 'Số tiền không hợp lệ' })
    await expect(startAt(alepay, attempt, { settings, send, now })).rejects.toThrow(ProviderRefusal)
  })
})

test('signatures: HMAC-SHA256 of the sorted pairs, and MD5 for webhooks', () => {
  // printf 'a=x&b=true&c=3' | openssl dgst -sha256 -hmac khoa; printf 'A1Bkhoa' | md5sum
  expect(alepaySignature('khoa', { c: 3, a: 'x', b: true })).toBe(
    '4c620d397e3ce9f5ae601776a2f3dabe0424c40b985db218cea220ba9a971613',
  )
  expect(alepayChecksum('khoa', { orderCode: 'A', amount: 1, transactionCode: 'B' })).toBe(
    '1498b4f5a44988829def3260511ff2b0',
  )
})

describe('webhook', () => {
  const info = { orderCode: attempt.reference, amount: attempt.amount, transactionCode: link }
  const read = (body: unknown) =>
    alepay.notices?.read(noticeMessage({ raw: JSON.stringify(body) }), settings)
  const checksum = alepayChecksum(settings.checksum_key, info)

  test('a genuine one asks for a query, whatever status it names: the checksum does not cover it', () => {
    for (const status of ['000', '110', '155']) {
      expect(read({ transactionInfo: { ...info, status }, checksum })).toMatchObject({
        ...{ status: 'pending', reference: attempt.reference, link },
      })
    }
  })

  test('another amount, transaction or checksum is forged', () => {
    expect(read({ transactionInfo: { ...info, amount: 1 }, checksum })).toBeNull()
    expect(read({ transactionInfo: { ...info, transactionCode: 'X' }, checksum })).toBeNull()
    expect(read({ transactionInfo: info, checksum: checksum.replace(/^./, 'x') })).toBeNull()
  })
})

describe('query', () => {
  const answer = { ...{ code: '000', orderCode: attempt.reference }, transactionCode: link }
  const query = (info: object, about = attempt) =>
    alepay.query?.(about, { settings, send: fakeProvider({ ...answer, ...info }).send, now })

  test('000 is paid, 150 and 155 are examined, a known failure has its reason, anything else waits', async () => {
    const amount = attempt.amount
    expect(await query({ status: '000', amount, month: 6, bankCode: 'VCB' })).toMatchObject({
      ...{ status: 'paid', amount, provider_reference: link },
      detail: { months: 6, bank_code: 'VCB' },
    })
    for (const status of ['150', '155']) {
      expect(await query({ status, amount })).toMatchObject({ status: 'pending', is_held: true })
    }
    expect(await query({ status: '107', amount })).toMatchObject({
      ...{ status: 'failed', failure: 'Bạn đã hủy giao dịch tại AlePay.' },
    })
    expect(await query({ status: '', amount })).toMatchObject({ status: 'pending' })
  })

  test('an answer about another payment, or without an amount, decides nothing', async () => {
    const others = [{ orderCode: 'other' }, { transactionCode: 'other' }, { code: '109' }]
    for (const other of [...others, { status: '000', amount: null }]) {
      await expect(query({ status: '000', amount: 1, ...other })).rejects.toThrow(ProviderTrouble)
    }
  })

  test('a payment whose start was not answered is open and asks nobody', async () => {
    const lost = { ...attempt, provider_link: null, provider_reference: null }
    expect(await query({ status: '000', amount: 1 }, lost)).toMatchObject({ status: 'pending' })
  })
})
