import type { CompanyOffer } from '#contracts/storefront/installment.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import type { LoanSort } from '#storefront/addresses/installment.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import {
  formatRate,
  problemText,
  zeroRateText,
} from '#storefront/commerce/installment/loan-texts.ts'
import type { LoanWish } from '#storefront/pages/installment/installment-data.ts'
import { formatDong } from '#pure/money.ts'

interface CompanyLoansProps {
  companies: readonly CompanyOffer[]
  /** The item of the buttons; null: it cannot be bought. */
  item_id: number | null
  wish: LoanWish
  /** The address with another wish. */
  urlOf: (changed: Partial<LoanWish>) => string
}

const sort_names: Record<LoanSort, string> = {
  gop: 'Góp mỗi tháng ít nhất',
  tong: 'Tổng tiền ít nhất',
  lai: 'Lãi suất thực thấp nhất',
}

/** The companies beside each other, for the chosen prepaid part and months. */
export function CompanyLoans({ companies, item_id, wish, urlOf }: CompanyLoansProps) {
  const prepaid = unionOf(companies.map(({ prepaid_percents }) => prepaid_percents))
  const months = unionOf(companies.map((company) => company.months))
  const has_insurance = companies.some(({ insurance_rate }) => insurance_rate > 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sheet grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <Choices label="Trả trước">
          {prepaid.map((percent) => (
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
          {months.map((count) => (
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
        <Choices label="Sắp xếp">
          {(Object.keys(sort_names) as LoanSort[]).map((sort) => (
            <Chip key={sort} href={urlOf({ sort })} is_current={sort === wish.sort} keeps_scroll>
              {sort_names[sort]}
            </Chip>
          ))}
        </Choices>
        {has_insurance ? (
          <Choices label="Bảo hiểm khoản vay">
            <Chip
              href={urlOf({ has_insurance: false })}
              is_current={!wish.has_insurance}
              keeps_scroll
            >
              Không mua
            </Chip>
            <Chip
              href={urlOf({ has_insurance: true })}
              is_current={wish.has_insurance}
              keeps_scroll
            >
              Có mua
            </Chip>
          </Choices>
        ) : null}
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        {companies.map((company) => (
          <li key={company.company_id} className="sheet p-4">
            <Company company={company} />
            {company.loan === null || item_id === null ? null : (
              <ApplyForm company={company} item_id={item_id} wish={wish} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1 md:grid-cols-[11rem_minmax(0,1fr)]">
      <p className="text-sm font-semibold">{label}</p>
      <ChipRow label={label} wraps>
        {children}
      </ChipRow>
    </div>
  )
}

function Company({ company }: { company: CompanyOffer }) {
  const { name, loan, problem, papers, approve_minutes, kind } = company
  const zero_rate = loan && zeroRateText(loan)
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-2 text-base">
        {name}
        {zero_rate === null ? null : (
          <span className="rounded-lg bg-sale px-2 py-0.5 text-sm font-bold text-white">
            {zero_rate}
          </span>
        )}
      </h2>
      {loan === null || problem !== null ? (
        <p className="mt-2 text-muted">{problem === null ? null : problemText(problem, company)}</p>
      ) : (
        <LoanDetails
          loan={loan}
          more={loan.fees > 0 ? [['Phí thu hộ', formatDong(loan.fees)]] : []}
        />
      )}
      <p className="mt-3 border-t border-line pt-2 text-sm text-muted">
        Giấy tờ: {papers.join(', ')}. Xét duyệt khoảng {approve_minutes} phút
        {kind === 'pay_later' ? ' trong ứng dụng.' : ' tại cửa hàng.'}
        {company.insurance_rate > 0
          ? ` Bảo hiểm là tự nguyện, ${formatRate(company.insurance_rate)} khoản vay.`
          : null}
      </p>
    </>
  )
}

/** "ĐẶT MUA": puts the product into the cart of what is bought in parts, and goes on with this loan. */
function ApplyForm({
  company: { company_id, installment_type, name },
  item_id,
  wish,
}: {
  company: CompanyOffer
  item_id: number
  wish: LoanWish
}) {
  const fields = {
    ...{ intent: 'add', item_id, item_type: 4, item_quantity: 1, installment_type },
    ...{ cong_ty: company_id, tra_truoc: wish.prepaid_percent, thang: wish.months },
    bao_hiem: wish.has_insurance ? 1 : 0,
  }
  return (
    <form method="post" action={cart_addresses.cart.path} className="mt-3">
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button
        type="submit"
        className={buttonClass('primary', 'min-h-12 w-full flex-col gap-0 py-1.5')}
      >
        <span>
          ĐẶT MUA<span className="sr-only"> trả góp qua {name}</span>
        </span>
        <span className="text-note leading-snug font-medium">Xét duyệt online</span>
      </button>
    </form>
  )
}

function unionOf(lists: readonly (readonly number[])[]): number[] {
  return [...new Set(lists.flat())].toSorted((one, other) => one - other)
}
