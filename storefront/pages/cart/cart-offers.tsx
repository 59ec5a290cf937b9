import type { FormAnswer } from '#storefront/runtime/page.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import type { CartPageData } from '#storefront/pages/cart/page.server.ts'
import { CheapestWay } from '#storefront/commerce/vouchers/cheapest-way.tsx'
import { VoucherForm } from '#storefront/commerce/vouchers/voucher-form.tsx'
import { AmountRows } from '#web/ui/amount-rows.tsx'

interface CartOffersProps {
  offers: NonNullable<CartPageData['offers']>
  /** The answer to its own forms. */
  answer: FormAnswer
}

/** "Rẻ nhất cho giỏ này" and "Chọn mã" for the selected lines, as the payment step offers them, and the total so far. */
export function CartOffers({ offers, answer }: CartOffersProps) {
  const { entered, vouchers, cheapest, changed, rows, grand_total, payment_method } = offers
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
        total={grand_total}
      />
      <VoucherForm
        path={path}
        vouchers={vouchers}
        quote={{ voucher: entered, voucher_lost: null }}
        problem={entered?.problem ?? (is_counted && entered.amount === 0 ? method_is_better : null)}
        answer={answer}
      />
      <details className="sheet p-4 text-body sm:px-5">
        <summary className="fold-link">Cách tính tổng tiền</summary>
        <AmountRows
          rows={rows}
          className="mt-3 gap-2.5 *:last:border-t *:last:border-line *:last:pt-3 *:last:*:font-extrabold *:last:*:text-ink"
        />
      </details>
    </>
  )
}

const method_is_better = 'Chưa trừ vào giỏ: ưu đãi của phương thức thanh toán đang chọn có lợi hơn.'
