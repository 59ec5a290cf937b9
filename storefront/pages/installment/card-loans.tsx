import type { BankOffer } from '#contracts/storefront/installment.ts'
import { formatDong } from '#pure/money.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import type { LoanWish } from '#storefront/pages/installment/installment-data.ts'
import { problemText } from '#storefront/commerce/installment/loan-texts.ts'

interface CardLoansProps {
  banks: readonly BankOffer[]
  wish: LoanWish
  /** The address with another wish. */
  urlOf: (changed: Partial<LoanWish>) => string
}

/** The months that a bank splits the price into. */
export function CardLoans({ banks, wish, urlOf }: CardLoansProps) {
  const chosen = banks.find(({ bank_code }) => bank_code === wish.bank_code) ?? banks[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sheet p-4">
        <p className="mb-2 text-sm font-semibold">Ngân hàng phát hành thẻ</p>
        <ChipRow label="Ngân hàng phát hành thẻ" wraps>
          {banks.map(({ bank_code, name }) => (
            <Chip
              key={bank_code}
              href={urlOf({ bank_code })}
              is_current={bank_code === chosen?.bank_code}
              keeps_scroll
            >
              {name}
            </Chip>
          ))}
        </ChipRow>
        {chosen ? (
          <p className="mt-2 text-sm text-muted">
            Thẻ tín dụng {chosen.card_brands.join(', ')} của {chosen.name}, hạn mức còn lại từ giá
            sản phẩm trở lên. Thẻ ghi nợ và thẻ ATM không trả góp được.
          </p>
        ) : null}
      </div>
      {chosen?.problem ? (
        <p className="sheet p-4 text-muted">
          {problemText(chosen.problem, {
            min_price: chosen.min_amount,
            ...{ max_price: 0, prepaid_percents: [], months: [] },
          })}
        </p>
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 lg:grid-cols-4">
        {(chosen?.loans ?? []).map((loan) => (
          <li key={loan.months} className="sheet p-4">
            <h2 className="text-base">{loan.months} tháng</h2>
            <LoanDetails loan={loan} more={[['Phí chuyển đổi', formatDong(loan.fees)]]} />
          </li>
        ))}
      </ul>
    </div>
  )
}
