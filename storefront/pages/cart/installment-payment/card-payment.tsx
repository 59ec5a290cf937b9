import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { loanChoiceUrl, loanCardPaymentUrl } from '#storefront/addresses/loan.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { CheckoutRecap } from '#storefront/commerce/checkout/checkout-recap.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { CheckoutTotals } from '#storefront/commerce/checkout/checkout-totals.tsx'
import { SeenCheckout } from '#storefront/commerce/checkout/seen-checkout.tsx'
import { application_texts } from '#storefront/commerce/installment/application-texts.ts'
import { cardTitle } from '#storefront/commerce/installment/card-choice.tsx'
import { cardQuery, wishOfChoice } from '#storefront/commerce/installment/card-wish.ts'
import { LoanGoods } from '#storefront/commerce/installment/loan-choice.tsx'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import type { CardPaymentData } from '#storefront/pages/cart/installment-payment/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The last step before the card is typed on the page of the provider. */
export function CardPayment({ data: { quote, choice } }: { data: CardPaymentData }) {
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const line = quote.items.find(({ is_gift }) => !is_gift)
  const { bank, card_brand, loan } = choice
  const query = cardQuery(wishOfChoice(choice))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
      <h1 className="text-2xl">Thanh toán trả góp</h1>
      {line && <LoanGoods line={line} total={quote.totals.grand_total} />}
      <RefusalNotice answer={answer} lines={quote.items} texts={application_texts} has_captcha />
      <CheckoutSection
        title={cardTitle(choice)}
        more={{ text: 'Đổi', href: loanChoiceUrl(1, query) }}
      >
        <div>
          <LoanDetails loan={loan} is_card />
        </div>
      </CheckoutSection>
      <CheckoutSection title="THÔNG TIN NHẬN HÀNG">
        <CheckoutRecap recipient={quote.recipient} />
      </CheckoutSection>
      <CheckoutSection title="TỔNG TIỀN">
        <CheckoutTotals totals={quote.totals} items={quote.items} />
        <Notice kind="info">
          Bước sau bạn nhập thẻ trên trang của AlePay; cửa hàng không thấy số thẻ. Đơn được giữ 15
          phút để thanh toán. Đơn từ 10.000.000đ: khi nhận hàng, bạn xuất trình thẻ và căn cước.
        </Notice>
      </CheckoutSection>
      <Form
        method="post"
        action={loanCardPaymentUrl(query)}
        preventScrollReset
        className="sheet grid gap-3 p-4 sm:p-5"
        onSubmit={(event) => {
          if (is_busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="intent" value="card" />
        <input type="hidden" name="bank_code" value={bank.bank_code} />
        <input type="hidden" name="card_brand" value={card_brand} />
        <input type="hidden" name="months" value={loan.months} />
        {loan.prepaid > 0 && <input type="hidden" name="card_amount" value={loan.principal} />}
        <input type="hidden" name="monthly" value={loan.monthly} />
        <SeenCheckout quote={quote} grand_total={quote.totals.grand_total} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            Thẻ trả <strong>{formatDong(loan.total - loan.prepaid)}</strong> trong {loan.months} kỳ
            {loan.prepaid > 0 && (
              <>
                , khi nhận máy trả <strong>{formatDong(loan.prepaid)}</strong>
              </>
            )}
          </p>
          <Captcha answer={answer} />
          <button
            type="submit"
            aria-disabled={is_busy}
            className={buttonClass('primary', 'min-h-12 w-full sm:w-auto')}
          >
            Đặt hàng và nhập thẻ
          </button>
        </div>
      </Form>
    </div>
  )
}
