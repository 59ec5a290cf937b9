import { addresses } from '#admin/addresses/addresses.ts'
import { loanPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { LoanStateMark } from '#admin/pages/orders/loans/loan-state-mark.tsx'
import { loan_state_titles, paper_titles } from '#admin/pages/orders/loans/loan-texts.ts'
import type { LoansData } from '#admin/pages/orders/loans/page.server.ts'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { LoanRow } from '#contracts/staff/trade/loans.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Trả góp'
export const has_own_heading = true

/** Applications for loans. Those that are examined come first, the oldest on top. */
export function Page({ data: { rows, has_next, counts, now } }: { data: LoansData }) {
  return (
    <ListPage
      title={title}
      path={addresses.loans.path}
      search={{ label: 'Tìm hồ sơ', placeholder: 'Mã hồ sơ hoặc mã đơn' }}
      tabs={stateTabs(loan_state_titles, counts)}
      filters={[]}
      columns={columnsAt(now)}
      rows={rows}
      keyOf={({ code }) => code}
      hrefOf={({ code }) => loanPath(code)}
      nameOf={({ code }) => `hồ sơ ${code}`}
      has_next={has_next}
      empty="Không có hồ sơ nào ở đây."
    />
  )
}

const columnsAt = (now: number): ListColumn<LoanRow>[] => [
  {
    title: 'Hồ sơ',
    cell: ({ code, company_name }) => (
      <>
        <span className="block font-semibold whitespace-nowrap tabular-nums">{code}</span>
        <span className="text-xs text-muted">{company_name}</span>
      </>
    ),
  },
  {
    title: 'Món',
    small: 'line',
    cell: ({ goods, prepaid, lent, months }) => (
      <>
        <span className="mr-2 wrap-anywhere md:block">{goods.join(', ')}</span>
        <span className="text-xs text-muted">
          {`trả trước ${formatDong(prepaid)} · vay ${formatDong(lent)} · ${months} kỳ`}
        </span>
      </>
    ),
  },
  { title: 'Khách', small: 'hidden', cell: ({ customer }) => customer },
  {
    title: 'Trạng thái',
    small: 'start',
    cell: ({ state, missing, is_disputed }) => (
      <>
        <LoanStateMark state={state} />
        {is_disputed && (
          <span className="block text-xs font-semibold text-sale">Công ty trả lời khác</span>
        )}
        {missing.length > 0 && (
          <span className="block text-xs font-semibold text-sale">
            {`Thiếu: ${missing.map((kind) => paper_titles[kind]).join(', ')}`}
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Giữ hàng đến',
    small: 'end',
    cell: ({ expires_at, submitted_at }) => (
      <span className="text-xs whitespace-nowrap text-muted">
        {expires_at === null
          ? `${ageText(submitted_at, now)} trước`
          : formatDateTime(new Date(expires_at))}
      </span>
    ),
  },
]
