import { type OrderReturns, returns as contract } from '#contracts/storefront/returns.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { returnUrl } from '#storefront/addresses/order-return.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface ReturnData {
  returns: OrderReturns
  /** The secret of an order that was opened by its link. */
  secret: string | null
  /** Why pictures that were sent without scripts were not taken. */
  picture_problem: string | null
}

/**
 * /cart/return: what of a delivered order can be returned, and what was asked for. It is opened as the page of the
 * order is: by the owner, or with `key` in any browser. An order without either has no such page.
 */
export const page = personalPage<ReturnData>({
  loader: async ({ services, caller, url: { searchParams } }) => {
    const order_code = searchParams.get('code') ?? ''
    const key = searchParams.get('key') ?? undefined
    if (order_code === '' || order_code.length > 40) return notFound
    if (key !== undefined && !/^[0-9a-f]{40}$/.test(key)) return notFound
    try {
      const by = key === undefined ? caller : null
      const returns = await services.returns.orderReturns(by, { order_code, secret: key })
      const { lines, requests, payment_method } = returns
      if (lines.length === 0 && requests.length === 0) {
        return moved(successUrl(payment_method ?? 'cod', returns.order_code, key))
      }
      return { returns, secret: key ?? null, picture_problem: searchParams.get('loi') }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
  actions: { ask, withdraw },
})

async function ask({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.askReturn.input, form)
  const { order_code, secret } = input
  await services.returns.askReturn(secret === undefined ? caller : null, input)
  return { redirect: returnUrl(order_code, secret) }
}

async function withdraw({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.withdrawReturn.input, form)
  const { order_code, secret } = input
  await services.returns.withdrawReturn(secret === undefined ? caller : null, input)
  return { redirect: returnUrl(order_code, secret) }
}
