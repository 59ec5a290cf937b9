import { addresses } from '#admin/addresses/addresses.ts'
import { draftPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { draft_state_titles } from '#admin/pages/orders/draft/draft-state-titles.ts'
import type { DraftsData } from '#admin/pages/orders/drafts/page.server.ts'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { DraftRow } from '#contracts/staff/orders/drafts.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Lập đơn'
export const has_own_heading = true

/** Orders that staff make: begun, sent as a link, or ordered. */
export function Page({ data: { rows, has_next, counts, now } }: { data: DraftsData }) {
  return (
    <ListPage
      title="Đơn đang lập"
      path={addresses.drafts.path}
      search={null}
      tabs={stateTabs(draft_state_titles, counts)}
      filters={[]}
      columns={columnsAt(now)}
      rows={rows}
      keyOf={({ draft_id }) => String(draft_id)}
      hrefOf={({ draft_id }) => draftPath(draft_id)}
      nameOf={({ draft_id }) => `đơn nháp ${draft_id}`}
      has_next={has_next}
      empty="Chưa có đơn nào trong 30 ngày qua."
      create={
        <StaffForm action={addresses.drafts.path} hidden={{}}>
          <button type="submit" className="tool-main min-h-11">
            Lập đơn mới
          </button>
        </StaffForm>
      }
    />
  )
}

const columnsAt = (now: number): ListColumn<DraftRow>[] => [
  {
    title: 'Đơn',
    cell: ({ draft_id, order_code }) => (
      <span className="whitespace-nowrap tabular-nums">{order_code ?? `Nháp ${draft_id}`}</span>
    ),
  },
  {
    title: 'Khách',
    small: 'line',
    cell: ({ name, phone }) =>
      name === null ? (
        <span className="text-muted">Chưa có tên</span>
      ) : (
        <>
          <span className="mr-2 font-semibold md:block">{name}</span>
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">{phone}</span>
        </>
      ),
  },
  {
    title: 'Hàng',
    small: 'line',
    cell: ({ goods }) => (
      <span className="line-clamp-2 wrap-anywhere">{goods || 'Chưa có món'}</span>
    ),
  },
  {
    title: 'Tổng',
    look: 'number',
    cell: ({ grand_total }) => (grand_total === null ? '–' : formatDong(grand_total)),
  },
  {
    title: 'Trạng thái',
    small: 'start',
    cell: ({ state }) => draft_state_titles[state],
  },
  { title: 'Người lập', small: 'start', cell: ({ made_by }) => made_by },
  {
    title: 'Sửa',
    cell: ({ changed_at }) => <span className="whitespace-nowrap">{ageText(changed_at, now)}</span>,
  },
]
