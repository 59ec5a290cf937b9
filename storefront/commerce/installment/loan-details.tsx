import type { Loan } from '#contracts/storefront/installment.ts'
import { formatDong } from '#pure/money.ts'
import { formatRate } from '#storefront/commerce/installment/loan-texts.ts'

interface LoanDetailsProps {
  loan: Loan
  /** Rows that only this kind of lender has. */
  more?: readonly (readonly [string, string])[]
  /** A card splits it: its words are others, and its fee is one for the conversion. */
  is_card?: boolean
}

/** The amounts of a loan, what it costs more than paying at once, and every payment. */
export function LoanDetails({ loan, more = [], is_card = false }: LoanDetailsProps) {
  const { price, prepaid, insurance, interest, flat_rate_month } = loan
  const at_once = loan.total - loan.difference
  const row = (name: string, amount: number) => [name, formatDong(amount)] as const
  const rows = [
    // In a flash sale whoever pays at once pays less.
    ...(at_once === price
      ? []
      : [row('Giá mua trả góp', price), row('Giá trả thẳng hiện nay', at_once)]),
    ...(prepaid > 0 ? [row(is_card ? 'Thanh toán khi nhận máy' : 'Trả trước', prepaid)] : []),
    row(is_card ? 'Số tiền trả góp qua thẻ' : 'Tiền gốc còn lại', loan.principal),
    ...(insurance > 0 ? [row('Bảo hiểm khoản vay', insurance)] : []),
    ...(interest > 0 ? [row('Tiền lãi', interest)] : []),
    ...(is_card ? [row('Phí chuyển đổi', loan.fees)] : []),
    ...more,
    row('Tổng tiền phải trả', loan.total),
    row('Chênh lệch với mua trả thẳng', loan.difference),
    ...(flat_rate_month > 0 ? [['Lãi suất phẳng', flatRate(flat_rate_month)] as const] : []),
    ['Lãi suất thực, đã gồm mọi phí', `${formatRate(loan.effective_rate_year)}/năm`] as const,
  ]
  return (
    <>
      <p className="mt-3 text-sm text-muted">
        Góp mỗi tháng
        <strong className="block text-2xl text-sale large-text:text-lg">
          {formatDong(loan.monthly)}
        </strong>
        trong {loan.months} tháng
      </p>
      <dl className="mt-3 grid text-sm md:text-body">
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex flex-wrap justify-between gap-x-3 border-t border-line py-1.5"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="ml-auto font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Calendar loan={loan} />
    </>
  )
}

function flatRate(rate: number): string {
  return `${formatRate(rate)}/tháng (${formatRate(rate * 12)}/năm)`
}

function Calendar({ loan: { months, monthly, last_payment, total, prepaid } }: { loan: Loan }) {
  return (
    <details className="mt-2 border-t border-line pt-2 text-body">
      <summary className="fold-link">Lịch trả {months} kỳ</summary>
      <table className="mt-2 w-full text-right">
        <thead>
          <tr className="text-sm text-muted">
            <th className="text-left font-normal">Kỳ</th>
            <th className="font-normal">Số tiền</th>
            <th className="font-normal">Còn phải trả</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: months }, (_, index) => index + 1).map((number) => (
            <tr key={number} className="border-t border-line">
              <th className="py-1 text-left font-normal">{number}</th>
              <td>{formatDong(number === months ? last_payment : monthly)}</td>
              <td>{formatDong(number === months ? 0 : total - prepaid - monthly * number)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
