import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { loan_addresses, loanPaymentUrl } from '#storefront/addresses/loan.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { SeenCheckout } from '#storefront/commerce/checkout/seen-checkout.tsx'
import { application_texts } from '#storefront/commerce/installment/application-texts.ts'
import { LoanGoods } from '#storefront/commerce/installment/loan-choice.tsx'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import { Papers } from '#storefront/commerce/installment/papers.tsx'
import { CardPayment } from '#storefront/pages/cart/installment-payment/card-payment.tsx'
import type {
  CardPaymentData,
  LoanPaymentData,
} from '#storefront/pages/cart/installment-payment/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

export function meta(): PageMeta {
  return { title: 'Gửi hồ sơ trả góp', robots: 'noindex, nofollow' }
}

/** The last step: with a company, or with a card. */
export function Page({ data }: { data: LoanPaymentData | CardPaymentData }) {
  return data.way === 'card' ? <CardPayment data={data} /> : <CompanyPayment data={data} />
}

/** What is sent to the company, and how the first part is paid. */
function CompanyPayment({ data }: { data: LoanPaymentData }) {
  const { quote, application, picture_problem } = data
  const { code, loan, company_name, applicant, papers } = application
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const line = quote.items.find(({ is_gift }) => !is_gift)
  const is_whole = papers.every(({ is_here }) => is_here)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
      <h1 className="text-2xl">Gửi hồ sơ trả góp</h1>
      {line && <LoanGoods line={line} total={quote.totals.grand_total} />}
      <RefusalNotice answer={answer} lines={quote.items} texts={application_texts} has_captcha />
      {papers.length > 0 && (
        <Papers application={application} problem={picture_problem} back="payment" />
      )}
      <CheckoutSection title={`VAY ${company_name.toUpperCase()}`}>
        <div>
          <LoanDetails
            loan={loan}
            more={loan.fees > 0 ? [['Phí thu hộ', formatDong(loan.fees)]] : []}
          />
        </div>
      </CheckoutSection>
      <CheckoutSection title="NGƯỜI VAY VÀ NƠI NHẬN">
        <p>
          {applicant === null
            ? null
            : `${applicant.name} · ${applicant.phone} · căn cước ${applicant.document}`}
          <span className="block text-muted">
            Ký hợp đồng và nhận máy tại {quote.recipient.shop_name ?? quote.recipient.address_text}
          </span>
        </p>
      </CheckoutSection>
      <CheckoutSection title="THANH TOÁN">
        <p>
          {loan.prepaid === 0 ? (
            'Không cần trả trước.'
          ) : (
            <>
              Trả trước <strong className="text-sale">{formatDong(loan.prepaid)}</strong> sau khi ký
              hợp đồng: tại cửa hàng, hoặc chuyển khoản, thẻ, ví trong trang đơn hàng.
            </>
          )}{' '}
          {company_name} trả cho cửa hàng {formatDong(loan.principal)}.
        </p>
        <Notice kind="info">
          Cửa hàng chỉ giới thiệu dịch vụ và chuyển hồ sơ. {company_name} quyết định cho vay và ký
          hợp đồng với bạn.
        </Notice>
      </CheckoutSection>
      <Form
        method="post"
        action={loanPaymentUrl(code)}
        preventScrollReset
        className="sheet grid gap-3 p-4 sm:p-5"
        onSubmit={(event) => {
          if (is_busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="intent" value="submit" />
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="version" value={application.version} />
        <SeenCheckout quote={quote} grand_total={quote.totals.grand_total} />
        <input type="hidden" name="monthly" value={loan.monthly} />
        {!is_whole && <p className="text-muted">Gửi đủ ảnh giấy tờ ở trên rồi gửi hồ sơ.</p>}
        <Captcha answer={answer} />
        <div className="flex flex-wrap justify-between gap-3">
          <a
            href={loan_addresses.cartInstallments.path}
            className={buttonClass('outline', 'min-h-12')}
          >
            Chọn lại
          </a>
          <button
            type="submit"
            disabled={!is_whole}
            aria-disabled={is_busy}
            className={buttonClass('primary', 'min-h-12')}
          >
            Gửi hồ sơ và đặt hàng
          </button>
        </div>
      </Form>
    </div>
  )
}
