import type { FormAnswer } from '#storefront/runtime/page.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import type { CartPageData } from '#storefront/pages/cart/page.server.ts'
import { CheapestWay } from '#storefront/commerce/vouchers/cheapest-way.tsx'
import { VoucherForm } from '#storefront/commerce/vouchers/voucher-form.tsx'

interface CartOffersProps {
  offers: NonNullable<CartPageData['offers']>
  /** The answer to its own forms. */
  answer: FormAnswer
}

/** "Rẻ nhất cho giỏ này" and "Chọn mã" for the selected lines, as the payment step offers them. */
export function CartOffers({ offers, answer }: CartOffersProps) {
  const { entered, vouchers, cheapest, changed, grand_total, payment_method } = offers
  const path = withQuery(cart_addresses.cart.path, { payment_method })
  const is_counted = entered !== null && entered.problem === null
  return (
    <>
      <CheapestWay
        path={path}
        subject="giỏ này"
        cheapest={cheapest}
        changed={changed}
        now={{ payment_method, code: entered?.code ?? '' }}
        payment_title={offers.payment_title}
        total={grand_total}
        before_total={offers.before_total}
        answer={answer}
      />
      <VoucherForm
        path={path}
        vouchers={vouchers}
        quote={{ voucher: entered, voucher_lost: null }}
        problem={entered?.problem ?? (is_counted && entered.amount === 0 ? method_is_better : null)}
        answer={answer}
      />
    </>
  )
}

const method_is_better = 'Chưa trừ vào giỏ: ưu đãi của phương thức thanh toán đang chọn có lợi hơn.'
