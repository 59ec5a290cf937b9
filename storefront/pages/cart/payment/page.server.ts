import { order } from '#contracts/storefront/order.ts'
import { quote as quoteContract, type Quote } from '#contracts/storefront/quote.ts'
import { InvalidInput } from '#pure/contract.ts'
import { addresses, successUrl } from '#storefront/addresses/addresses.ts'
import { moved, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'
import { wayOut } from '#storefront/commerce/checkout/payment-redirect.ts'

export interface PaymentMethod {
  code: string
  title: string
  description: string
  icon: string
  offer: { name: string; amount: number } | null
  grand_total: number
  /** Why it cannot be chosen for these goods. */
  problem: string | null
}

export interface PaymentData {
  quote: Quote & { recipient: NonNullable<Quote['recipient']> }
  payment_methods: PaymentMethod[]
  /** Goes along with the form, so that sending it twice makes one order. */
  idempotency_key: string
}

/** /cart/payment: what it comes to, how it is paid, and the order itself (contract §2, §7). */
export const page = personalPage<PaymentData>({
  loader: async ({ services, caller }) => {
    const quote = await services.quote.getQuote(caller, {})
    const { recipient } = quote
    if (recipient === null) return moved(addresses.paymentInfo.path)
    const { payment_methods } = await services.quote.paymentMethods(caller, {})
    return {
      quote: { ...quote, recipient },
      payment_methods: withReasons(payment_methods, quote),
      idempotency_key: crypto.randomUUID(),
    }
  },
  actions: { pay, voucher: enterVoucher, remove_voucher: removeVoucher },
})

/** A shopper looks for the way that is missing: it stands there with the reason. */
function withReasons(
  offered: readonly Omit<PaymentMethod, 'problem'>[],
  { is_online_only, totals }: Quote,
): PaymentMethod[] {
  const methods = offered.map((method) => ({ ...method, problem: null }))
  if (!is_online_only || offered.some(({ code }) => code === 'cod')) return methods
  const cod = {
    code: 'cod',
    title: 'Thanh toán khi nhận hàng',
    description: '',
    icon: 'cod',
    offer: null,
    grand_total: totals.grand_total,
    problem: 'Đơn có sản phẩm Flash Sale: chỉ áp dụng khi thanh toán online thành công.',
  }
  return [...methods, cod]
}

/**
 * The total sent along is what the shopper saw beside the way that was chosen: the service compares it
 * and charges its own. Its answer alone may lead out of the shop.
 */
async function pay({ services, caller }: PersonalContext, form: FormData) {
  const method = form.get('payment_method')
  const shown = typeof method === 'string' ? form.get(`grand_total_${method}`) : null
  // Kept in the form itself: an answer with a button "again" sends what is written there.
  if (typeof shown === 'string') form.set('grand_total', shown)
  const wanted = readForm(order.createOrder.input, form)
  if (wanted.payment_method === undefined) {
    throw new InvalidInput({ payment_method: 'Vui lòng chọn phương thức thanh toán.' })
  }
  const made = await services.order.createOrder(caller, wanted)
  if (made.state === 'awaiting_payment') {
    const payment_method = made.payment_method ?? wanted.payment_method
    const choice = { order_code: made.code, payment_method }
    const { redirect_url } = await services.order.startPayment(caller, choice)
    return wayOut(redirect_url)
  }
  return { redirect: successUrl(made.payment_method ?? wanted.payment_method, made.code) }
}

async function enterVoucher({ services, caller }: PersonalContext, form: FormData) {
  await services.quote.setVoucher(caller, readForm(quoteContract.setVoucher.input, form))
  return { redirect: addresses.payment.path }
}

async function removeVoucher({ services, caller }: PersonalContext) {
  await services.quote.removeVoucher(caller, {})
  return { redirect: addresses.payment.path }
}
