import type { Gateway, ProviderAnswer } from '#shop/payment/gateways/gateway.ts'
import { onepayAtm } from '#shop/payment/gateways/onepay-atm.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { onepayHash } from '#shop/payment/gateways/onepay-signature.ts'
import type { OnepaySettings } from '#shop/payment/gateways/onepay.ts'
import { singleFields } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import type { Entry } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import { ownPath, type TestProvider, withFields } from '#shop/payment/sandbox/sandbox-provider.ts'

type Fields = Readonly<Record<string, string>>

/** OnePay with play money for Visa, Mastercard and JCB. */
export const onepayIntlProvider = onepayProvider(onepayIntl, 'OnePay thử: thẻ quốc tế', '5')

/** OnePay with play money for domestic cards. */
export const onepayAtmProvider = onepayProvider(onepayAtm, 'OnePay thử: thẻ nội địa', '21')

/** Pay page by a signed address, IPN, queryDR and refund; `declined` is what it says to a poor card. */
function onepayProvider(
  gateway: Gateway<OnepaySettings>,
  title: string,
  declined: string,
): TestProvider<OnepaySettings> {
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
    answer: async ({ body = '' }, { settings, book }) => {
      const fields = provedFields(new URLSearchParams(body), settings)
      if (fields === null)
        return formAnswer({ vpc_TxnResponseCode: '7', vpc_Message: 'hash' }, settings)
      if (fields['vpc_Command'] === 'refund') {
        const { vpc_OrgMerchTxnRef: paid = '', vpc_MerchTxnRef: name = '', vpc_Amount } = fields
        const is_done = await book.payBack(paid, name, Number(vpc_Amount) / 100)
        return formAnswer({ vpc_TxnResponseCode: is_done ? '0' : '1', vpc_Message: '' }, settings)
      }
      const entry = await book.find(fields['vpc_MerchTxnRef'] ?? '')
      if (entry === null) return formAnswer({ vpc_DRExists: 'N' }, settings)
      const amount = entry.state === 'paid' ? entry.amount_paid : entry.amount
      const said = { entry, code: codes[entry.state], amount }
      return formAnswer({ vpc_DRExists: 'Y', ...resultFields(said, settings) }, settings)
    },
    tell: (entry, { status, amount }, settings) => {
      const fields = resultFields({ entry, code: codes[status], amount }, settings)
      const query = new URLSearchParams(signed(fields, settings))
      return { method: 'GET', url: `${ownPath(entry.request['vpc_CallbackURL'] ?? '')}?${query}` }
    },
    comeBack: (entry, { status, amount }, settings) => {
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
