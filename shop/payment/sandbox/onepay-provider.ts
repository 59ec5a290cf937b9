import type { Gateway, ProviderAnswer } from '#shop/payment/gateways/gateway.ts'
import { onepayAtm } from '#shop/payment/gateways/onepay-atm.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { onepayHash } from '#shop/payment/gateways/onepay-signature.ts'
import type { OnepaySettings } from '#shop/payment/gateways/onepay.ts'
import { singleFields } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import {
  type Entry,
  ownPath,
  type SandboxProvider,
  withFields,
} from '#shop/payment/gateways/sandbox-provider.ts'

type Fields = Readonly<Record<string, string>>

/** Sandbox of OnePay for Visa, Mastercard and JCB. */
export const onepayIntlProvider = onepayProvider(onepayIntl, 'OnePay thử: thẻ quốc tế', '5')

/** Sandbox of OnePay for domestic cards. */
export const onepayAtmProvider = onepayProvider(onepayAtm, 'OnePay thử: thẻ nội địa', '21')

/**
 * Pay page by a signed address, IPN, queryDR and refund. `declined` is the code for a card without enough
 * money.
 */
function onepayProvider(
  gateway: Gateway<OnepaySettings>,
  title: string,
  declined: string,
): SandboxProvider<OnepaySettings> {
  const codes = { open: '300', paid: '0', declined, cancelled: '99' } as const
  return {
    family: gateway.code,
    title,
    settings: demoOf(gateway),
    forged: forgedOf(gateway),
    readPage: (query, settings) => {
      const fields = provedFields(query, settings)
      if (fields === null) return null
      const { vpc_MerchTxnRef: reference = '', vpc_Amount: amount } = fields
      return { reference, amount: Number(amount) / 100, request: fields }
    },
    answer: async ({ body = '' }, { settings, ledger }) => {
      const fields = provedFields(new URLSearchParams(body), settings)
      if (fields === null)
        return formAnswer({ vpc_TxnResponseCode: '7', vpc_Message: 'hash' }, settings)
      if (fields['vpc_Command'] === 'refund') {
        const { vpc_OrgMerchTxnRef: paid = '', vpc_MerchTxnRef: name = '', vpc_Amount } = fields
        const is_done = await ledger.refundPayment(paid, name, Number(vpc_Amount) / 100)
        return formAnswer({ vpc_TxnResponseCode: is_done ? '0' : '1', vpc_Message: '' }, settings)
      }
      const entry = await ledger.find(fields['vpc_MerchTxnRef'] ?? '')
      if (entry === null) return formAnswer({ vpc_DRExists: 'N' }, settings)
      const amount = entry.state === 'paid' ? entry.amount_paid : entry.amount
      const result = { entry, code: codes[entry.state], amount }
      return formAnswer({ vpc_DRExists: 'Y', ...resultFields(result, settings) }, settings)
    },
    createMessage: (entry, { status, amount }, settings) => {
      const fields = resultFields({ entry, code: codes[status], amount }, settings)
      const query = new URLSearchParams(signed(fields, settings))
      return { method: 'GET', url: `${ownPath(entry.request['vpc_CallbackURL'] ?? '')}?${query}` }
    },
    returnAddress: (entry, { status, amount }, settings) => {
      const fields = resultFields({ entry, code: codes[status], amount }, settings)
      return withFields(entry.request['vpc_ReturnURL'] ?? '', signed(fields, settings))
    },
  }
}

function provedFields(query: URLSearchParams, { hash_key }: OnepaySettings): Fields | null {
  const fields = singleFields(query)
  const hash = fields?.['vpc_SecureHash'] ?? ''
  return fields !== null && isSame(hash, onepayHash(hash_key, fields)) ? fields : null
}

function resultFields(
  { entry, code, amount }: { entry: Entry; code: string; amount: number },
  { merchant }: OnepaySettings,
): Fields {
  return {
    vpc_Command: 'pay',
    vpc_Locale: 'vn',
    vpc_CurrencyCode: 'VND',
    vpc_MerchTxnRef: entry.reference,
    vpc_Merchant: merchant,
    vpc_OrderInfo: entry.request['vpc_OrderInfo'] ?? '',
    vpc_Amount: String(amount * 100),
    vpc_TxnResponseCode: code,
    vpc_TransactionNo: code === '0' ? `PAY-${entry.number}` : '',
    vpc_Message: code === '0' ? 'Approved' : 'Declined',
    vpc_Version: '2',
  }
}

function signed(fields: Fields, { hash_key }: OnepaySettings): Fields {
  return { ...fields, vpc_SecureHash: onepayHash(hash_key, fields) }
}

function formAnswer(fields: Fields, settings: OnepaySettings): ProviderAnswer {
  return { status: 200, body: new URLSearchParams(signed(fields, settings)).toString() }
}
