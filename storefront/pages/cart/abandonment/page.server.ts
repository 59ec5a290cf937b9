import {
  abandonedCart as contract,
  type AbandonedCart,
} from '#contracts/storefront/abandoned-cart.ts'
import { Refusal } from '#pure/contract.ts'
import { withQuery } from '#storefront/addresses/addresses.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface AbandonmentData {
  left: AbandonedCart
  /** The reader came by "no more of these". */
  asks_to_stop: boolean
  is_stopped: boolean
}

/**
 * /cart/abandonment/{code}: puts a cart that was left into the visitor's own, and says what has changed
 * (contract §2). Unknown, foreign and expired codes are all "not here".
 */
export const page = personalPage<AbandonmentData>({
  loader: async ({ services, caller, params, province_id, url }) => {
    const read = contract.abandonCart.input.safeParse({ code: params['*'], province_id })
    if (!read.success || read.data.code === undefined) return notFound
    try {
      return {
        left: await services.abandonedCart.abandonCart(caller, read.data),
        asks_to_stop: url.searchParams.has('dung-nhac'),
        is_stopped: url.searchParams.has('da-dung'),
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'left_cart_not_found') return notFound
      throw error
    }
  },
  actions: { stop },
})

async function stop({ services, caller, url }: PersonalContext, form: FormData) {
  await services.abandonedCart.stopReminders(caller, readForm(contract.stopReminders.input, form))
  return { redirect: withQuery(url.pathname, { 'da-dung': 1 }) }
}
