import type { Loan, LoanProblem } from '#contracts/storefront/installment.ts'
import { formatDong } from '#pure/money.ts'

/** "1,99%" of 199 hundredths of a per cent. */
export function formatRate(rate: number): string {
  return `${(rate / 100)
    .toFixed(2)
    .replace(/\.?0+$/, '')
    .replace('.', ',')}%`
}

/** "Lãi 0%" alone only where nothing else is paid; null: there is interest. */
export function zeroRateText({ flat_rate_month, fees, insurance }: Loan): string | null {
  if (flat_rate_month > 0) return null
  const more = [
    ...(fees > 0 ? [`phí ${formatDong(fees)}`] : []),
    ...(insurance > 0 ? [`bảo hiểm ${formatDong(insurance)}`] : []),
  ]
  return ['Lãi 0%', ...more].join(', ')
}

/** Why a company or a bank does not offer what was asked, and what it does offer. */
export function problemText(
  problem: LoanProblem,
  lender: {
    min_price: number
    max_price: number
    prepaid_percents: readonly number[]
    months: readonly number[]
  },
): string {
  switch (problem) {
    case 'price_too_low':
      return `Chỉ hỗ trợ sản phẩm từ ${formatDong(lender.min_price)}.`
    case 'price_too_high':
      return `Chỉ hỗ trợ sản phẩm đến ${formatDong(lender.max_price)}.`
    case 'loan_too_high':
      return 'Khoản vay vượt 100.000.000đ. Hãy trả trước nhiều hơn.'
    case 'prepaid_not_offered':
      return `Hiện không hỗ trợ mức trả trước này. Có thể chọn ${lender.prepaid_percents.join(', ')}%.`
    case 'months_not_offered':
      return `Hiện không hỗ trợ kỳ hạn này. Có thể chọn ${lender.months.join(', ')} tháng.`
  }
}
