import { expect, test } from 'vitest'
import { payosLinks, PayosFailure } from '#shop/payment/relays/payos-links.ts'
import { payosSignature } from '#shop/payment/gateways/payos-signature.ts'

const checksum_key = '1a54716c8f0efb2744fb28b6e38b25da7f67a925d98bc1c18bd8faaecadd7675'

test('the signature of payOS’s own sample', () => {
  const data = {
    orderCode: 123,
    amount: 3000,
    description: 'VQRIO123',
    accountNumber: '12345678',
    reference: 'TF230204212323',
    transactionDateTime: '2023-02-04 18:25:00',
    currency: 'VND',
    paymentLinkId: '124c33293c43417ab7879e14c8d9eb18',
    code: '00',
    desc: 'Thành công',
    counterAccountBankId: '',
    counterAccountBankName: '',
    counterAccountName: null,
    counterAccountNumber: '',
    virtualAccountName: '',
    virtualAccountNumber: null,
  }
  const published = '412e915d2871504ed31be63c8f62a149a4410d34c4c42affc9006ef9917eaa03'
  expect(payosSignature(checksum_key, data)).toBe(published)
  expect(payosSignature(checksum_key, { ...data, amount: 3001 })).not.toBe(published)
})

const keys = { client_id: 'client', api_key: 'key', checksum_key }
const request = {
  order_number: 7,
  amount: 30_990_000,
  description: 'DH2611207K3M9QXZ',
  return_url: 'https://shop.example/cart/success/bank_transfer?code=DH1',
  cancel_url: 'https://shop.example/cart/bank-transfer-info?code=DH1',
  expires_at: new Date('2026-11-20T08:15:00Z'),
}
const created = {
  code: '00',
  desc: 'success',
  data: {
    bin: '970422',
    accountNumber: 'VQRQ0001',
    accountName: 'CONG TY THU',
    amount: 30_990_000,
    description: 'CSDH2611207K3M9QXZ',
    orderCode: 7,
    qrCode: '00020101021238570010A000000727',
    checkoutUrl: 'https://pay.payos.vn/web/1',
    paymentLinkId: '1',
  },
}

test('a link is requested with the signature over its five fields', async () => {
  let sent: { url: string; init: RequestInit | undefined } | undefined
  const links = payosLinks(keys, async (url, init) => {
    sent = { url: String(url), init }
    return Response.json(created)
  })
  expect(await links.create(request)).toMatchObject({
    bank_bin: '970422',
    content: 'CSDH2611207K3M9QXZ',
    checkout_url: 'https://pay.payos.vn/web/1',
  })
  expect(sent?.url).toBe('https://api-merchant.payos.vn/v2/payment-requests')
  expect(new Headers(sent?.init?.headers).get('x-client-id')).toBe('client')
  expect(sent?.init?.signal).toBeInstanceOf(AbortSignal)
  expect(sent?.init?.redirect).toBe('error')
  const body: unknown = JSON.parse(String(sent?.init?.body))
  expect(body).toMatchObject({
    orderCode: 7,
    expiredAt: 1_795_162_500,
    signature: payosSignature(checksum_key, {
      amount: request.amount,
      cancelUrl: request.cancel_url,
      description: request.description,
      orderCode: 7,
      returnUrl: request.return_url,
    }),
  })
})

test('a call to payOS ends after the time limit', async () => {
  const hang: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')))
    })
  await expect(payosLinks(keys, hang, 50).create(request)).rejects.toBeInstanceOf(PayosFailure)
})

test.each([
  ['refuses', async () => Response.json({ code: '231', desc: 'exists' })],
  ['is away', async () => Promise.reject(new TypeError('fetch failed'))],
  ['answers something else', async () => new Response('<html>')],
  [
    'asks for another amount',
    async () => Response.json({ ...created, data: { ...created.data, amount: 1 } }),
  ],
  [
    'leads elsewhere',
    async () =>
      Response.json({ ...created, data: { ...created.data, checkoutUrl: 'javascript:1' } }),
  ],
] as const)('payOS %s: throws PayosFailure', async (_name, send) => {
  await expect(payosLinks(keys, send).create(request)).rejects.toBeInstanceOf(PayosFailure)
})
