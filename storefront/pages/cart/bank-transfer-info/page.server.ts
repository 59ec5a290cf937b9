import type { PaymentResult, TransferCode } from '#contracts/storefront/payment.ts'
import { Refusal } from '#pure/contract.ts'
import { bankTransferUrl, successUrl } from '#storefront/addresses/addresses.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'

/** bank_transfer stands in addresses: never changed. */
const id = 'bank_transfer'

export interface BankTransferData {
  result: PaymentResult
  code: TransferCode
  /** The shopper says that it is paid and nothing has come yet. */
  has_checked: boolean
  /** The shopper wants to give up and is asked how. */
  asks_to_cancel: boolean
}

/**
 * /cart/bank-transfer-info: the QR code of an order that waits for a transfer (contract §2). An order that
 * waits no longer is shown on its own page, which says what became of it.
 */
export const page = personalPage<BankTransferData>({
  loader: async ({ services, caller, url }) => {
    const order_code = url.searchParams.get('code') || undefined
    if (order_code !== undefined && order_code.length > 40) return notFound
    try {
      const asked = { id, order_id_web: order_code }
      const result = await services.payment.paymentResult(caller, asked)
      const code = await codeOf({ services, caller }, result)
      if (code === null) return moved(successUrl(id, result.order_code))
      return {
        result,
        code,
        has_checked: url.searchParams.has('checked'),
        asks_to_cancel: url.searchParams.has('cancel'),
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
  actions: { renew, check, cancel, pay_at_door: payAtDoor },
})

type Context = Pick<PersonalContext, 'services' | 'caller'>

/** Null when nothing can be paid any more, or not in this way. */
async function codeOf(
  { services, caller }: Context,
  { order_code, status }: PaymentResult,
): Promise<TransferCode | null> {
  if (status !== 'waiting' && status !== 'review') return null
  try {
    return await services.payment.qrCode(caller, { order_code, peek: true })
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'order_not_found') return null
    throw error
  }
}

async function renew({ services, caller }: Context, form: FormData) {
  const order_code = codeIn(form)
  await services.payment.qrCode(caller, { order_code })
  return { redirect: bankTransferUrl(order_code) }
}

/** "Tôi đã thanh toán" is a question, not a proof: only the bank's word counts. */
async function check({ services, caller }: Context, form: FormData) {
  const order_code = codeIn(form)
  const { status } = await services.payment.paymentResult(caller, { id, order_id_web: order_code })
  if (status === 'waiting') return { redirect: bankTransferUrl(order_code, { checked: 1 }) }
  return { redirect: bankTransferUrl(order_code) }
}

async function cancel({ services, caller }: Context, form: FormData) {
  const order_id_web = codeIn(form)
  await services.payment.cancelPayment(caller, { id, order_id_web })
  return { redirect: successUrl(id, order_id_web) }
}

async function payAtDoor({ services, caller }: Context, form: FormData) {
  const choice = { order_code: codeIn(form), payment_method: 'cod' }
  const { redirect_url } = await services.order.changePayment(caller, choice)
  return { redirect: redirect_url }
}

function codeIn(form: FormData): string {
  return String(form.get('order_code') ?? '').slice(0, 40) || '-'
}
