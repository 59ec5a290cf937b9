import { Form, useNavigation } from 'react-router'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { cardPlanUrl } from '#storefront/addresses/loan.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { application_texts } from '#storefront/commerce/installment/application-texts.ts'
import { CardChoiceView } from '#storefront/commerce/installment/card-choice.tsx'
import {
  type CardChoice,
  cardPlanText,
  cardQuery,
  wishOfChoice,
} from '#storefront/commerce/installment/card-wish.ts'
import { LoanGoods } from '#storefront/commerce/installment/loan-choice.tsx'
import type { CardPlanData } from '#storefront/pages/cart/card-plan/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'

export function meta({ order }: CardPlanData): PageMeta {
  return { title: `Đổi gói trả góp của đơn ${order.code}`, robots: 'noindex, nofollow' }
}

export function Page({ data: { order, offers } }: { data: CardPlanData }) {
  const answer = useFormAnswer()
  const { code, items, card_plan, payment_method, totals } = order
  const line = items.find(({ is_gift }) => !is_gift)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
      <h1 className="text-2xl">Đổi gói trả góp</h1>
      <RefusalNotice answer={answer} lines={items} texts={application_texts} />
      {line && <LoanGoods line={line} total={totals.grand_total} />}
      {card_plan && (
        <p className="text-muted">
          Đơn {code} đang chọn: {cardPlanText(card_plan)}.
        </p>
      )}
      <CardChoiceView
        data={offers}
        urlOf={(query) => cardPlanUrl(code, query)}
        next={(choice) => <ChangeForm order_code={code} choice={choice} />}
      />
      <a
        href={successUrl(payment_method ?? 'cod', code)}
        className="finger font-semibold text-accent"
      >
        Giữ gói cũ, quay lại đơn hàng
      </a>
    </div>
  )
}

function ChangeForm({ order_code, choice }: { order_code: string; choice: CardChoice }) {
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const { bank, card_brand, loan } = choice
  return (
    <Form
      method="post"
      action={cardPlanUrl(order_code, cardQuery(wishOfChoice(choice)))}
      preventScrollReset
      className="grid gap-3"
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="order_code" value={order_code} />
      <input type="hidden" name="bank_code" value={bank.bank_code} />
      <input type="hidden" name="card_brand" value={card_brand} />
      <input type="hidden" name="months" value={loan.months} />
      {loan.prepaid > 0 && <input type="hidden" name="card_amount" value={loan.principal} />}
      <input type="hidden" name="monthly" value={loan.monthly} />
      <Captcha answer={answer} />
      <button
        type="submit"
        aria-disabled={is_busy}
        className={buttonClass('primary', 'min-h-12 w-full sm:w-auto sm:justify-self-end')}
      >
        Dùng gói này và nhập thẻ
      </button>
    </Form>
  )
}
