import type { DeliveryTerms } from '#contracts/price-parts.ts'
import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { shippingFee } from '#shop/delivery/delivery-fee.ts'
import {
  type FinalLine,
  offerForLines,
  offerProblem,
} from '#shop/pricing/payment-offer/offer-for-lines.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { flashItemOf, type Price } from '#shop/pricing/price/price.ts'
import type { ProductRow } from '#shop/views/catalog/product-page-store.ts'

/** The reasons why payment offers do not apply to an order of one unit; nothing if all of them apply. */
export function paymentProblems(
  item_id: number,
  price: Price,
  {
    product_id,
    category_path,
    delivery,
  }: Pick<ProductRow, 'product_id' | 'category_path' | 'delivery'>,
  offers: readonly PaymentOffer[],
): Pick<ColorVariant, 'payment_problems'> {
  const line = {
    item: { item_id, version_id: product_id, category_ids: category_path },
    line_total: price.final_price,
    rules: price.trace.map((step) => ({ ...step, choice_group: null })),
  }
  const problems = offers.flatMap((offer) => {
    const problem = offerProblem(offer, [line], []) ?? methodProblem(offer, line, price, delivery)
    return problem === null ? [] : [[offer.uuid, problem] as const]
  })
  return problems.length === 0 ? {} : { payment_problems: Object.fromEntries(problems) }
}

/** A payment method takes only orders within its limits, and none in cash from some flash sales. */
function methodProblem(
  offer: PaymentOffer,
  line: FinalLine,
  { final_price, flash, trace }: Price,
  delivery: DeliveryTerms,
): string | null {
  const off = offerForLines([offer], [line], [])?.amount ?? 0
  const order = {
    amount: final_price + shippingFee(delivery, final_price, 'home_delivery') - off,
    shipping_method: 'home_delivery',
    is_online_only: flash?.is_online_only === true && flashItemOf(trace) !== null,
  } as const
  const gateway = gateways.find(({ code }) => code === offer.payment_method)
  return gateway?.isOffered(order) === true ? null : 'Không dùng được cho đơn có giá trị này.'
}
