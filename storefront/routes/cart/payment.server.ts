import { order } from '#contracts/order.ts'
import type { Quote } from '#contracts/quote.ts'
import { InvalidInput } from '#pure/contract.ts'
import { addresses, successUrl } from '#storefront/addresses.ts'
import { moved, type PersonalContext, personalPage } from '#storefront/page.ts'
import { readForm } from '#storefront/read-form.ts'

export interface PaymentMethod {
  code: string
  title: string
  description: string
}

export interface PaymentData {
  quote: Quote & { recipient: NonNullable<Quote['recipient']> }
  payment_methods: PaymentMethod[]
  /** Goes along with the form, so that sending it twice makes one order. */
  idempotency_key: string
}

/** /cart/payment: what it comes to, how it is paid, and the order itself (spec §2, §7). */
export const page = personalPage<PaymentData>({
  loader: async ({ services, caller }) => {
    const quote = await services.quote.getQuote(caller, {})
    const { recipient } = quote
    if (recipient === null) return moved(addresses.paymentInfo.path)
    const { payment_methods } = await services.quote.paymentMethods(caller, {})
    return {
      quote: { ...quote, recipient },
      payment_methods,
      idempotency_key: crypto.randomUUID(),
    }
  },
  actions: { pay },
})

/** The total sent along is what the shopper saw: the service compares it and charges its own. */
async function pay({ services, caller }: PersonalContext, form: FormData) {
  const wanted = readForm(order.createOrder.input, form)
  if (wanted.payment_method === undefined) {
    throw new InvalidInput({ payment_method: 'Vui lòng chọn phương thức thanh toán.' })
  }
  const made = await services.order.createOrder(caller, wanted)
  if (made.state === 'awaiting_payment') {
    const payment_method = made.payment_method ?? wanted.payment_method
    const choice = { order_code: made.code, payment_method }
    const { redirect_url } = await services.order.startPayment(caller, choice)
    return { redirect: redirect_url }
  }
  return { redirect: successUrl(made.payment_method ?? wanted.payment_method, made.code) }
}
