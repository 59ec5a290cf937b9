import { formatDong } from '#pure/money.ts'
import { loan_addresses, loanChoiceUrl, loanRegisterUrl } from '#storefront/addresses/loan.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { cardQuery, wishOfChoice } from '#storefront/commerce/installment/card-wish.ts'
import { CardChoiceView } from '#storefront/commerce/installment/card-choice.tsx'
import type { CardChoiceData } from '#storefront/commerce/installment/load-card-choice.ts'
import type { LoanChoiceData } from '#storefront/commerce/installment/load-loan-choice.ts'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import { formatRate, problemText } from '#storefront/commerce/installment/loan-texts.ts'
import { type LoanChoice, loanQuery } from '#storefront/commerce/installment/loan-wish.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * The goods, the ways to pay them in parts, and what is chosen. Every choice is a link, so it works without scripts.
 */
export function LoanChoiceView({ data }: { data: LoanChoiceData | CardChoiceData }) {
  const { line, total } = data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
      <h1 className="text-2xl">Chọn gói trả góp</h1>
      <LoanGoods line={line} total={total} />
      <Ways data={data} />
      {data.way === 'card' ? (
        <CardChoiceView
          data={data}
          urlOf={(query) => loanChoiceUrl(1, query)}
          next={(choice) => (
            <a
              href={withQuery(cart_addresses.paymentInfo.path, cardQuery(wishOfChoice(choice)))}
              className={buttonClass('primary', 'min-h-12 w-full sm:w-auto sm:justify-self-end')}
            >
              Tiếp tục
            </a>
          )}
        />
      ) : (
        <CompanyChoice data={data} />
      )}
      <a href={loan_addresses.cartInstallments.path} className="finger text-accent">
        Chọn sản phẩm khác
      </a>
    </div>
  )
}

/** Companies or cards. */
function Ways({ data }: { data: LoanChoiceData | CardChoiceData }) {
  const type = data.way === 'company' ? data.type : 1
  const ways = [
    {
      way: 'company',
      name: 'Công ty tài chính',
      note: 'Xét duyệt hồ sơ',
      href: loanChoiceUrl(type),
    },
    {
      ...{ way: 'card', name: 'Thẻ tín dụng', note: 'Không cần xét duyệt' },
      href: loanChoiceUrl(1, { cach: 'the' }),
    },
  ]
  return (
    <nav aria-label="Cách trả góp" className="grid grid-cols-2 gap-2">
      {ways.map(({ way, name, note, href }) => (
        <a
          key={way}
          href={href}
          data-scroll="keep"
          aria-current={way === data.way ? 'true' : undefined}
          className="sheet border border-transparent p-3 text-center aria-[current]:border-accent"
        >
          <span className="block font-bold">{name}</span>
          <span className="text-sm text-muted">{note}</span>
        </a>
      ))}
    </nav>
  )
}

/** Choosing company, prepaid part and months. */
function CompanyChoice({ data }: { data: LoanChoiceData }) {
  const { type, companies, company, wish } = data
  const urlOf = (changed: Partial<LoanChoice>) =>
    loanChoiceUrl(type, loanQuery({ ...wish, ...changed }))
  return (
    <>
      {company === null ? (
        <Notice kind="info">Hiện chưa có công ty nào hỗ trợ trả góp sản phẩm này.</Notice>
      ) : (
        <>
          <CheckoutSection title="CÔNG TY VÀ GÓI VAY">
            <Choices label="Công ty">
              {companies.map(({ company_id, name }) => (
                <Chip
                  key={company_id}
                  href={urlOf({ company_id })}
                  is_current={company_id === company.company_id}
                  keeps_scroll
                >
                  {name}
                </Chip>
              ))}
            </Choices>
            <Choices label="Trả trước">
              {company.prepaid_percents.map((percent) => (
                <Chip
                  key={percent}
                  href={urlOf({ prepaid_percent: percent })}
                  is_current={percent === wish.prepaid_percent}
                  keeps_scroll
                >
                  {percent}%
                </Chip>
              ))}
            </Choices>
            <Choices label="Số tháng">
              {company.months.map((count) => (
                <Chip
                  key={count}
                  href={urlOf({ months: count })}
                  is_current={count === wish.months}
                  keeps_scroll
                >
                  {count} tháng
                </Chip>
              ))}
            </Choices>
            {company.insurance_rate > 0 && (
              <Choices label={`Bảo hiểm khoản vay, ${formatRate(company.insurance_rate)}`}>
                {[false, true].map((has_insurance) => (
                  <Chip
                    key={String(has_insurance)}
                    href={urlOf({ has_insurance })}
                    is_current={has_insurance === wish.has_insurance}
                    keeps_scroll
                  >
                    {has_insurance ? 'Có mua' : 'Không mua'}
                  </Chip>
                ))}
              </Choices>
            )}
          </CheckoutSection>
          <Chosen data={data} company={company} />
        </>
      )}
    </>
  )
}

function Chosen({
  data: { wish },
  company,
}: {
  data: LoanChoiceData
  company: NonNullable<LoanChoiceData['company']>
}) {
  const { loan, problem, papers, approve_minutes } = company
  if (loan === null) {
    return (
      <Notice kind="info">
        {problem === null ? 'Hiện không hỗ trợ.' : problemText(problem, company)}
      </Notice>
    )
  }
  return (
    <CheckoutSection title={`TRẢ GÓP QUA ${company.name.toUpperCase()}`}>
      <div>
        <LoanDetails
          loan={loan}
          more={loan.fees > 0 ? [['Phí thu hộ', formatDong(loan.fees)]] : []}
        />
      </div>
      <p className="text-sm text-muted">
        Giấy tờ: {papers.join(', ')}. Xét duyệt khoảng {approve_minutes} phút. Cửa hàng chỉ giới
        thiệu dịch vụ: {company.name} xét duyệt và ký hợp đồng với bạn.
      </p>
      <a
        href={loanRegisterUrl(loanQuery(wish))}
        className={buttonClass('primary', 'min-h-12 w-full sm:w-auto sm:justify-self-end')}
      >
        Làm hồ sơ trả góp
      </a>
    </CheckoutSection>
  )
}

/** What is bought. */
export function LoanGoods({ line, total }: Pick<LoanChoiceData, 'line' | 'total'>) {
  return (
    <div className="sheet grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-4 p-4">
      <LinePicture line={line} className="size-18 shrink-0" />
      <p>
        <span className="block font-semibold">{line.name}</span>
        {line.color_name !== null && line.color_name !== '' && (
          <span className="block text-sm text-muted">{line.color_name}</span>
        )}
        <strong className="text-sale">{formatDong(total)}</strong>
      </p>
    </div>
  )
}

function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-sm font-semibold">{label}</p>
      <ChipRow label={label} wraps>
        {children}
      </ChipRow>
    </div>
  )
}
