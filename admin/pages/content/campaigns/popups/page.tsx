import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { popupPath } from '#admin/addresses/campaign-paths.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { PopupsData } from '#admin/pages/content/campaigns/popups/page.server.ts'
import { PopupForm } from '#admin/pages/content/campaigns/popups/popup-form.tsx'
import type { PopupRow } from '#contracts/staff/offers/popups.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Popup'

const { path } = addresses.popups

interface PageProps {
  data: PopupsData
  typed?: Readonly<Record<string, string>>
}

/** The popups over pages of the shop, and the form that makes or changes one. */
export function Page({ data: { rows, images, may_change, open }, typed = {} }: PageProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Khách thấy popup ưu tiên cao nhất đang chạy sau 7 giây, mỗi popup một lần một ngày; không
        bao giờ khi đang thanh toán hay đang gõ chữ.
      </p>
      <DataTable
        label="Danh sách popup"
        empty="Chưa có popup nào."
        columns={may_change ? [...columns, changing] : columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
      />
      <PopupForm
        key={`${open?.id ?? 'new'}-${open?.version ?? rows.length}`}
        {...{ popup: open, images, may_change, typed }}
      />
    </div>
  )
}

const states = { running: 'Đang chạy', planned: 'Sắp chạy', over: 'Đã hết', off: 'Đang tắt' }

const columns: Column<PopupRow>[] = [
  {
    title: 'Tiêu đề',
    look: 'text',
    cell: ({ id, title: words }) => (
      <Link to={popupPath(id)} className="link">
        {words.replaceAll(' | ', ' · ')}
      </Link>
    ),
  },
  { title: 'Lúc này', cell: ({ state }) => states[state] },
  { title: 'Ưu tiên', look: 'number', cell: ({ priority }) => priority },
  {
    title: 'Bắt đầu',
    look: 'time',
    cell: ({ start_date }) => formatDateTime(new Date(start_date)),
  },
  { title: 'Kết thúc', look: 'time', cell: ({ end_date }) => formatDateTime(new Date(end_date)) },
  { title: 'Mở trang', look: 'text', cell: ({ link }) => link },
  {
    title: 'Không hiện ở',
    look: 'text',
    cell: ({ exclude_page }) => exclude_page.replaceAll('|', ' · '),
  },
  {
    title: 'Sửa sau cùng',
    cell: ({ changed_at, changed_by }) =>
      `${formatDateTime(new Date(changed_at))}${changed_by === null ? '' : `, ${changed_by}`}`,
  },
]

const changing: Column<PopupRow> = {
  title: 'Việc',
  cell: ({ id, title: words, version, is_active }) => (
    <StaffForm
      action={path}
      hidden={{ intent: 'switch', popup_id: id, version, is_active: is_active ? '0' : '1' }}
    >
      <button type="submit" className="tool">
        {is_active ? 'Tắt' : 'Bật'}
        <span className="sr-only"> {words}</span>
      </button>
    </StaffForm>
  ),
}
