import { order as orders } from '#contracts/storefront/order.ts'
import {
  payment as contract,
  type PaymentResult,
  type TransferCode,
} from '#contracts/storefront/payment.ts'
import { Refusal } from '#pure/contract.ts'
import { type BankApp, bank_apps, bankAppUrl } from '#pure/vietnamese/bank-apps.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { bankTransferUrl, payAgainUrl, successUrl } from '#storefront/addresses/cart-links.ts'
import { chosenReason } from '#storefront/commerce/checkout/cancel-reasons.tsx'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readInput } from '#web/runtime/read-form.ts'

/** Part of public addresses, therefore never changed. */
const id = 'bank_transfer'

export interface BankTransferData {
  result: PaymentResult
  code: TransferCode
  /** Bank apps that the shopper's own phone can open for this transfer. */
  apps: (Pick<BankApp, 'id' | 'name' | 'mark' | 'color' | 'fills_in'> & { href: string })[]
  /** The shopper pressed "Tôi đã thanh toán" and no money has arrived yet. */
  has_checked: boolean
  /** The shopper pressed "Hủy đơn hàng": the page asks to cancel or to change to cash on delivery. */
  asks_to_cancel: boolean
  /** Whether the order can be paid on delivery instead. It is known where the page asks to cancel. */
  may_pay_cod: boolean
}

/**
 * /cart/bank-transfer-info: the QR code of an order that waits for a transfer (contract §2). An order that no
 * longer waits redirects to its success page, which shows its state.
 */
export const page = personalPage<BankTransferData>({
  loader: async ({ services, caller, url, shop }) => {
    const order_code = url.searchParams.get('code') || undefined
    if (order_code !== undefined && order_code.length > 40) return notFound
    try {
      const input = { id, order_id_web: order_code }
      const result = await services.payment.paymentResult(caller, input)
      const code = await codeOf({ services, caller }, result)
      if (code === null) return moved(successUrl(id, result.order_code))
      const asks_to_cancel = url.searchParams.has('cancel')
      return {
        result,
        code,
        apps: appsFor(code, shop.public_url),
        has_checked: url.searchParams.has('checked'),
        asks_to_cancel,
        may_pay_cod: asks_to_cancel && (await mayPayCod({ services, caller }, result)),
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
  // Pages of an earlier release send `pay_at_door`.
  actions: { renew, check, cancel, pay_cod: payCod, pay_at_door: payCod },
})

/** A demo has an account that no bank knows: its own bank opens instead. */
function appsFor(code: TransferCode, public_url: string): BankTransferData['apps'] {
  const back = `${public_url}${cart_addresses.bankTransfer.path}`
  return bank_apps.map((app) => ({
    id: app.id,
    name: app.name,
    mark: app.mark,
    color: app.color,
    fills_in: app.fills_in,
    href: code.test_bank_url ?? bankAppUrl(app.id, code, back),
  }))
}

type Context = Pick<PersonalContext, 'services' | 'caller'>

/** Returns null when the order can no longer be paid, or not by bank transfer. */
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

async function mayPayCod(
  { services, caller }: Context,
  { order_code }: PaymentResult,
): Promise<boolean> {
  try {
    const { gateways } = await services.payment.paymentGateways(caller, { order_code })
    return gateways.some(({ id: method }) => method === 'cod')
  } catch (error) {
    // It was paid a moment ago.
    if (error instanceof Refusal) return false
    throw error
  }
}

async function renew({ services, caller }: Context, form: FormData) {
  const order_code = codeIn(form)
  await services.payment.qrCode(caller, { order_code })
  return { redirect: bankTransferUrl(order_code) }
}

/** Handles "Tôi đã thanh toán". It proves nothing: only what the bank reports changes the order. */
async function check({ services, caller }: Context, form: FormData) {
  const order_code = codeIn(form)
  const { status } = await services.payment.paymentResult(caller, { id, order_id_web: order_code })
  if (status === 'waiting') return { redirect: bankTransferUrl(order_code, { checked: 1 }) }
  return { redirect: bankTransferUrl(order_code) }
}

async function cancel({ services, caller }: Context, form: FormData) {
  const order_id_web = codeIn(form)
  const input = { id, order_id_web, reason: chosenReason(form) }
  await services.payment.cancelPayment(caller, readInput(contract.cancelPayment.input, input))
  return { redirect: successUrl(id, order_id_web) }
}

async function payCod({ services, caller }: Context, form: FormData) {
  const sent = { ...Object.fromEntries(form), order_code: codeIn(form), payment_method: 'cod' }
  const choice = readInput(orders.changePayment.input, sent)
  try {
    const { redirect_url } = await services.order.changePayment(caller, choice)
    return { redirect: redirect_url }
  } catch (error) {
    // Another total is confirmed on the page that shows all methods.
    if (!(error instanceof Refusal) || error.code !== 'payment_total_change') throw error
    return { redirect: payAgainUrl(codeIn(form), { payment_method: 'cod' }) }
  }
}

function codeIn(form: FormData): string {
  return String(form.get('order_code') ?? '').slice(0, 40) || '-'
}
