import { z } from 'zod'
import { order } from '#contracts/storefront/order.ts'
import type { Adjustment, UnavailableOffer } from '#contracts/price-parts.ts'
import { quote as quoteContract, type Quote } from '#contracts/storefront/quote.ts'
import { InvalidInput } from '#pure/contract.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { moved, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import {
  provinceConflict,
  type ProvinceConflict,
} from '#storefront/pages/cart/payment/price-province.ts'
import { readForm } from '#web/runtime/read-form.ts'
import { paymentRedirect } from '#storefront/commerce/checkout/payment-redirect.ts'

export interface PaymentMethod {
  code: string
  title: string
  description: string
  icon: string
  offer: { name: string; amount: number } | null
  unavailable_offers: UnavailableOffer[]
  adjustments: Adjustment[]
  grand_total: number
  /** Why it cannot be chosen for this order. */
  problem: string | null
  /** That its offer takes the place of the voucher. */
  note: string | null
}

type Vouchers = Awaited<ReturnType<PersonalContext['services']['quote']['vouchers']>>
export type ShownVoucher = Vouchers['vouchers'][number]
export type CheapestWay = NonNullable<Vouchers['cheapest']>

/** A payment method together with a voucher; an empty text: none. */
export interface Way {
  payment_method: string
  code: string
}

export interface PaymentData {
  quote: Quote & { recipient: NonNullable<Quote['recipient']> }
  payment_methods: PaymentMethod[]
  vouchers: ShownVoucher[]
  cheapest: CheapestWay | null
  /** What the last change of voucher and payment method together was, so that it can be undone. */
  changed: { to: Way; from: Way } | null
  province_conflict: ProvinceConflict | null
  /** Sent with the form, so that sending it twice makes one order. */
  idempotency_key: string
}

/** /cart/payment: the totals, the payment methods, and placing the order (contract §2, §7). */
export const page = personalPage<PaymentData>({
  loader: async ({ services, caller, url }) => {
    const quote = await services.quote.getQuote(caller, {})
    // What is bought in parts has steps of its own.
    if (quote.type === 4) return moved(loan_addresses.cartInstallments.path)
    const { recipient } = quote
    if (recipient === null) return moved(cart_addresses.paymentInfo.path)
    const [{ payment_methods }, { vouchers, cheapest }, provinces] = await Promise.all([
      services.quote.paymentMethods(caller, {}),
      services.quote.vouchers(caller, {}),
      services.locations.officialProvinces(null, {}),
    ])
    return {
      quote: { ...quote, recipient },
      payment_methods: withReasons(payment_methods, quote),
      vouchers,
      cheapest,
      changed: changedWay(url.searchParams),
      province_conflict: provinceConflict(quote, provinces),
      idempotency_key: crypto.randomUUID(),
    }
  },
  actions: {
    pay,
    voucher: enterVoucher,
    remove_voucher: removeVoucher,
    points: usePoints,
    way: changeWay,
  },
})

/** Adds cash on delivery with the reason when it is not offered: shoppers would look for it. */
function withReasons(
  offered: readonly Omit<PaymentMethod, 'problem' | 'note'>[],
  { is_online_only, totals, voucher }: Quote,
): PaymentMethod[] {
  const methods = offered.map((method) => ({
    ...method,
    problem: null,
    note:
      voucher === null || method.adjustments.some(({ rule }) => rule === 'voucher')
        ? null
        : `Không dùng cùng mã ${voucher.code}: ưu đãi này có lợi hơn cho bạn.`,
  }))
  if (!is_online_only || offered.some(({ code }) => code === 'cod')) return methods
  const cod = {
    code: 'cod',
    title: 'Thanh toán khi nhận hàng',
    description: '',
    icon: 'cod',
    offer: null,
    unavailable_offers: [],
    adjustments: totals.adjustments,
    grand_total: totals.grand_total,
    problem:
      'Giá Flash Sale chỉ áp dụng khi thanh toán online, nên đơn này không trả tiền khi nhận hàng được.',
    note: null,
  }
  return [...methods, cod]
}

/**
 * Places the order. The form has the total that was shown for the chosen payment method: the service compares
 * it and charges its own total. Only the service's answer may redirect to another site.
 */
async function pay({ services, caller }: PersonalContext, form: FormData) {
  const method = form.get('payment_method')
  const shown_total = typeof method === 'string' ? form.get(`grand_total_${method}`) : null
  // Set in the form itself: a retry button in the answer sends the fields of this form again.
  if (typeof shown_total === 'string') form.set('grand_total', shown_total)
  const input = readForm(order.createOrder.input, form)
  if (input.payment_method === undefined) {
    throw new InvalidInput({ payment_method: 'Vui lòng chọn phương thức thanh toán.' })
  }
  const created = await services.order.createOrder(caller, input)
  if (created.state === 'awaiting_payment') {
    const payment_method = created.payment_method ?? input.payment_method
    const choice = { order_code: created.code, payment_method }
    const { redirect_url } = await services.order.startPayment(caller, choice)
    return paymentRedirect(redirect_url)
  }
  return { redirect: successUrl(created.payment_method ?? input.payment_method, created.code) }
}

async function enterVoucher({ services, caller }: PersonalContext, form: FormData) {
  await services.quote.setVoucher(caller, readForm(quoteContract.setVoucher.input, form))
  return { redirect: cart_addresses.payment.path }
}

/** Uses the points of the member for the checkout, or no longer. */
async function usePoints({ services, caller }: PersonalContext, form: FormData) {
  await services.quote.usePoints(caller, readForm(quoteContract.usePoints.input, form))
  return { redirect: cart_addresses.payment.path }
}

async function removeVoucher({ services, caller }: PersonalContext) {
  await services.quote.removeVoucher(caller, {})
  return { redirect: cart_addresses.payment.path }
}

const methodCode = z.string().regex(/^[a-z0-9_]{1,40}$/)
const voucherCode = z.string().max(40).default('')
const Way = z.object({
  payment_method: methodCode,
  code: voucherCode,
  /** Left out by a press that undoes. */
  from_method: methodCode.optional(),
  from_code: voucherCode,
})

/** Changes voucher and payment method in one press. The address then names both, so that one press undoes it. */
async function changeWay({ services, caller }: PersonalContext, form: FormData) {
  const way = readForm(Way, form)
  const { voucher } = await services.quote.getQuote(caller, {})
  if (way.code === '') await services.quote.removeVoucher(caller, {})
  else if (voucher?.code !== way.code) {
    await services.quote.setVoucher(caller, { code: way.code, is_confirmed: true })
  }
  const taken = new URLSearchParams(Object.entries(way).filter(([, value]) => value !== ''))
  return { redirect: `${cart_addresses.payment.path}?${taken}` }
}

function changedWay(query: URLSearchParams): PaymentData['changed'] {
  const { data } = Way.safeParse(Object.fromEntries(query))
  if (data?.from_method === undefined) return null
  const { payment_method, code, from_method, from_code } = data
  return {
    to: { payment_method, code },
    from: { payment_method: from_method, code: from_code },
  }
}
