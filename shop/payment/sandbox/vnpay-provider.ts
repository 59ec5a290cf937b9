import { vnpay, type VnpaySettings } from '#shop/payment/gateways/vnpay.ts'
import {
  vnpay_orders,
  vnpayApiHash,
  vnpayQueryHash,
} from '#shop/payment/gateways/vnpay-signature.ts'
import { parsedJson, singleFields, vietnamStamp } from '#shop/payment/gateways/provider-wire.ts'
import { notifyPath } from '#shop/payment/gateways/gateway.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import {
  type Entry,
  type ApiTools,
  jsonAnswer,
  type PaymentOutcome,
  type SandboxProvider,
  withFields,
} from '#shop/payment/gateways/sandbox-provider.ts'

type Fields = Readonly<Record<string, string>>

/** Sandbox of VNPAY: pay page by a signed address, IPN, querydr and refund. */
export const vnpayProvider: SandboxProvider<VnpaySettings> = {
  family: vnpay.code,
  title: 'VNPAY thử',
  settings: demoOf(vnpay),
  forged: forgedOf(vnpay),
  readPage: (query, { hash_secret }) => {
    const fields = singleFields(query)
    const hash = fields?.['vnp_SecureHash'] ?? ''
    if (fields === null || !isSame(hash, vnpayQueryHash(hash_secret, fields))) return null
    const { vnp_TxnRef: reference = '', vnp_Amount: amount } = fields
    return { reference, amount: Number(amount) / 100, request: fields }
  },
  answer: async ({ body = '' }, tools) => {
    const fields = parsedJson(body) as Fields
    const command = fields['vnp_Command'] === 'refund' ? 'refund' : 'querydr'
    const hash = vnpayApiHash(tools.settings.hash_secret, fields, vnpay_orders[command])
    if (!isSame(fields['vnp_SecureHash'] ?? '', hash)) return jsonAnswer(failed('97'))
    const entry = await tools.ledger.find(fields['vnp_TxnRef'] ?? '')
    if (entry === null) return jsonAnswer(failed('91'))
    return jsonAnswer(
      await (command === 'refund' ? refundPayment : queryPayment)(entry, fields, tools),
    )
  },
  createMessage: (entry, outcome, settings) => ({
    method: 'GET',
    url: `${notifyPath(vnpay.code)}?${new URLSearchParams(resultFields(entry, outcome, settings))}`,
  }),
  returnAddress: (entry, outcome, settings) =>
    withFields(entry.request['vnp_ReturnUrl'] ?? '', resultFields(entry, outcome, settings)),
}

function failed(code: string): Fields {
  return { vnp_ResponseCode: code, vnp_Message: 'Failed' }
}

const codes = { paid: '00', declined: '51', cancelled: '24' } as const

function resultFields(
  entry: Entry,
  { status, amount, at }: PaymentOutcome,
  { hash_secret, tmn_code }: VnpaySettings,
): Fields {
  const fields = {
    vnp_Amount: String(amount * 100),
    vnp_BankCode: 'NCB',
    vnp_CardType: status === 'paid' ? 'ATM' : '',
    vnp_OrderInfo: entry.request['vnp_OrderInfo'] ?? '',
    vnp_PayDate: vietnamStamp(at),
    vnp_ResponseCode: codes[status],
    vnp_TmnCode: tmn_code,
    vnp_TransactionNo: status === 'paid' ? numberOf(entry) : '0',
    vnp_TransactionStatus: status === 'paid' ? '00' : '02',
    vnp_TxnRef: entry.reference,
  }
  return { ...fields, vnp_SecureHash: vnpayQueryHash(hash_secret, fields) }
}

function numberOf({ number }: Entry): string {
  return String(14_000_000 + number)
}

type Tools = ApiTools<VnpaySettings>
const statuses = { open: '01', paid: '00', declined: '02', cancelled: '02' } as const

async function queryPayment(entry: Entry, _fields: Fields, tools: Tools): Promise<Fields> {
  const is_paid = entry.state === 'paid'
  return signed('querydr', tools, entry, {
    vnp_ResponseCode: '00',
    vnp_Amount: String((is_paid ? entry.amount_paid : entry.amount) * 100),
    vnp_TransactionNo: is_paid ? numberOf(entry) : '0',
    vnp_TransactionType: '01',
    vnp_TransactionStatus: statuses[entry.state],
  })
}

async function refundPayment(entry: Entry, fields: Fields, tools: Tools): Promise<Fields> {
  const name = fields['vnp_RequestId'] ?? ''
  if (entry.refunds[name] !== undefined) return failed('94')
  const amount = Number(fields['vnp_Amount']) / 100
  if (!(await tools.ledger.refundPayment(entry.reference, name, amount))) return failed('95')
  return signed('refund', tools, entry, {
    vnp_ResponseCode: '00',
    vnp_Amount: fields['vnp_Amount'] ?? '',
    vnp_TransactionNo: numberOf(entry),
    vnp_TransactionType: fields['vnp_TransactionType'] ?? '',
    vnp_TransactionStatus: '06',
  })
}

function signed(
  command: 'querydr' | 'refund',
  { settings, now }: Tools,
  { reference, number }: Entry,
  answer: Fields,
): Fields {
  const fields = {
    vnp_ResponseId: `${number}${now.getTime()}`,
    vnp_Command: command,
    vnp_Message: 'Success',
    vnp_TmnCode: settings.tmn_code,
    vnp_TxnRef: reference,
    vnp_BankCode: 'NCB',
    vnp_PayDate: vietnamStamp(now),
    vnp_OrderInfo: 'Giao dich thu',
    ...answer,
  }
  const order = vnpay_orders[`${command}_answer`]
  return { ...fields, vnp_SecureHash: vnpayApiHash(settings.hash_secret, fields, order) }
}
