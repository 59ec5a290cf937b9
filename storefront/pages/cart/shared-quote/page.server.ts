import { type SharedQuote, sharedQuote as contract } from '#contracts/storefront/shared-quote.ts'
import { Refusal } from '#pure/contract.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { payAgainUrl } from '#storefront/addresses/cart-links.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface SharedQuoteData {
  quote: SharedQuote
  code: string
}

/**
 * /cart/quote/{code}: what staff put together for a shopper. Opening the page changes nothing, because messengers open
 * links too; the button makes it the visitor's. Unknown, ended and replaced ones all answer 404.
 */
export const page = personalPage<SharedQuoteData>({
  loader: async ({ services, caller, params }) => {
    const input = contract.showSharedQuote.input.safeParse({ code: params['code'] })
    if (!input.success) return notFound
    try {
      const quote = await services.sharedQuote.showSharedQuote(caller, input.data)
      return { quote, code: input.data.code }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'shared_quote_not_found') return notFound
      throw error
    }
  },
  actions: { take },
})

/** Leads to what is missing: the address, the payment of a checkout, or the payment or the state of an order. */
async function take({ services, caller, params }: PersonalContext, form: FormData) {
  form.set('code', params['code'] ?? '')
  const input = readForm(contract.takeSharedQuote.input, form)
  const { order_code, has_address } = await services.sharedQuote.takeSharedQuote(caller, input)
  if (order_code !== null) return { redirect: payAgainUrl(order_code) }
  const { payment, paymentInfo } = cart_addresses
  return { redirect: has_address ? payment.path : paymentInfo.path }
}
