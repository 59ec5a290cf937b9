import { order } from '#contracts/storefront/order.ts'
import type { Adjustment, UnavailableOffer } from '#contracts/price-parts.ts'
import { quote as quoteContract, type Quote } from '#contracts/storefront/quote.ts'
import { InvalidInput } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { moved, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import {
  provinceConflict,
  type ProvinceConflict,
} from '#storefront/pages/cart/payment/price-province.ts'
import { readForm } from '#web/runtime/read-form.ts'
import { takeVoucher } from '#storefront/commerce/vouchers/take-way.ts'
import {
  beforeChange,
  changedWay,
  type ChangedWay,
  type Cheapest,
  type ShownVoucher,
  WayForm,
  wayQuery,
  wishedMethod,
} from '#storefront/commerce/vouchers/way.ts'
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

export interface PaymentData {
  quote: Quote & { recipient: NonNullable<Quote['recipient']> }
  payment_methods: PaymentMethod[]
  vouchers: ShownVoucher[]
  cheapest: Cheapest | null
  /** What the last change of voucher and payment method together was, so that it can be undone. */
  changed: ChangedWay | null
  /** What it cost before that change; null: nothing was changed, or it is not known. */
  before_total: number | null
  /** The payment method that was chosen in the cart; empty: none. */
  wished_method: string
  province_conflict: ProvinceConflict | null
  /** Sent with the form, so that sending it twice makes one order. */
  idempotency_key: string
}

/** /cart/payment: the totals, the payment methods, and placing the order (contract §2, §7). */
export const page = personalPage<PaymentData>({
  loader: async ({ services, caller, province_id, url }) => {
    const quote = await services.quote.getQuote(caller, {})
    // What is bought in parts has steps of its own.
    if (quote.type === item_types.installment) return moved(loan_addresses.cartInstallments.path)
    const { recipient } = quote
    if (recipient === null) return moved(cart_addresses.paymentInfo.path)
    const changed = changedWay(url.searchParams)
    const asked = { of: 'checkout', province_id, ...beforeChange(changed) } as const
    const [{ payment_methods }, offers, provinces] = await Promise.all([
      services.quote.paymentMethods(caller, {}),
      services.quote.vouchers(caller, asked),
      services.locations.officialProvinces(null, {}),
    ])
    return {
      quote: { ...quote, recipient },
      payment_methods: withReasons(payment_methods, quote),
      vouchers: offers.vouchers,
      cheapest: offers.cheapest,
      changed,
      before_total: offers.before_total,
      wished_method: wishedMethod(url.searchParams),
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
    problem: 'Giá Flash Sale chỉ áp dụng khi thanh toán online.',
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

/** Changes voucher and payment method in one press. The address then names both, so that one press undoes it. */
async function changeWay(context: PersonalContext, form: FormData) {
  const way = readForm(WayForm, form)
  await takeVoucher(context, way.code, form)
  return { redirect: `${cart_addresses.payment.path}?${wayQuery(way)}` }
}
