import { vietnamClock } from '#pure/vietnam-time.ts'
import { payos, type PayosSettings } from '#shop/payment/gateways/payos.ts'
import { notifyPath } from '#shop/payment/gateways/gateway.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { payosSignature } from '#shop/payment/gateways/payos-signature.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import {
  type Entry,
  type ApiTools,
  asTexts,
  jsonAnswer,
  type SandboxProvider,
  withFields,
} from '#shop/payment/gateways/sandbox-provider.ts'

type Tools = ApiTools<PayosSettings>

/** Sandbox of payOS: payment links, and a webhook about received money. */
export const payosProvider: SandboxProvider<PayosSettings> = {
  family: payos.code,
  title: 'payOS thử',
  settings: demoOf(payos),
  forged: forgedOf(payos),
  answer: async ({ method, url, body = '', headers = {} }, tools) => {
    const { client_id, api_key } = tools.settings
    const is_known =
      headers['x-client-id'] === client_id && isSame(headers['x-api-key'] ?? '', api_key)
    if (!is_known) return jsonAnswer({ code: '214', desc: 'Thông tin kênh không đúng' }, 401)
    return jsonAnswer(method === 'GET' ? await link(url, tools) : await createPayment(body, tools))
  },
  createMessage: (entry, { status, amount, at }, { checksum_key }) => {
    if (status !== 'paid') return null
    const data = {
      orderCode: Number(entry.reference),
      amount,
      description: entry.request['description'] ?? '',
      accountNumber: 'TIEMDEMO000000',
      reference: bankNumber(entry),
      transactionDateTime: vietnamClock(at).replace('T', ' '),
      currency: 'VND',
      paymentLinkId: linkOf(entry),
      code: '00',
      desc: 'Thành công',
      counterAccountName: null,
    }
    const signature = payosSignature(checksum_key, data)
    return {
      method: 'POST',
      url: notifyPath(payos.code),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ code: '00', desc: 'success', success: true, data, signature }),
    }
  },
  returnAddress: (entry, { status }) => {
    const is_paid = status === 'paid'
    const fields = { code: '00', id: linkOf(entry), cancel: !is_paid, orderCode: entry.reference }
    const address = entry.request[is_paid ? 'returnUrl' : 'cancelUrl'] ?? ''
    return withFields(address, asTexts({ ...fields, status: is_paid ? 'PAID' : 'CANCELLED' }))
  },
}

function linkOf({ number }: Entry): string {
  return `linkthu${String(number).padStart(25, '0')}`
}

function bankNumber({ number }: Entry): string {
  return `FT26${String(number).padStart(10, '0')}`
}

async function createPayment(body: string, { ledger, settings, now }: Tools): Promise<object> {
  const fields = parsedJson(body) as Readonly<Record<string, string | number>>
  const { amount = 0, cancelUrl = '', description = '', orderCode = 0, returnUrl = '' } = fields
  const signed = { amount, cancelUrl, description, orderCode, returnUrl }
  if (!isSame(String(fields['signature']), payosSignature(settings.checksum_key, signed))) {
    return { code: '201', desc: 'Chữ ký không hợp lệ' }
  }
  const reference = String(orderCode)
  if ((await ledger.find(reference)) !== null) return { code: '231', desc: 'Đơn đã tồn tại' }
  const entry = await ledger.open(
    { reference, amount: Number(amount), request: asTexts(fields) },
    now,
  )
  const data = {
    amount: entry.amount,
    orderCode,
    status: 'PENDING',
    paymentLinkId: linkOf(entry),
    checkoutUrl: `${sandboxPage(payos.code)}?t=${reference}`,
  }
  return { code: '00', desc: 'success', data }
}

async function link(url: string, { ledger }: Tools): Promise<object> {
  const entry = await ledger.find(url.split('/').at(-1) ?? '')
  if (entry === null) return { code: '101', desc: 'Mã thanh toán không tồn tại' }
  const { state, amount, amount_paid } = entry
  const is_paid = state === 'paid'
  const undecided = state === 'open' ? 'PENDING' : 'CANCELLED'
  const data = {
    id: linkOf(entry),
    orderCode: Number(entry.reference),
    amount,
    amountPaid: amount_paid,
    amountRemaining: Math.max(0, amount - amount_paid),
    status: is_paid ? 'PAID' : undecided,
    transactions: is_paid ? [{ reference: bankNumber(entry), amount: amount_paid }] : [],
  }
  return { code: '00', desc: 'success', data }
}
