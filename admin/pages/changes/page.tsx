import { addresses } from '#admin/addresses/addresses.ts'
import { changePath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { ChangeLines } from '#admin/pages/changes/change-lines.tsx'
import type { ChangesData, ListedEntry } from '#admin/pages/changes/page.server.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

export const title = 'Nhật ký'
export const has_own_heading = true

/** /noi-bo/nhat-ky: everything that staff have changed. */
export function Page({ data: { rows, has_next, people, things } }: { data: ChangesData }) {
  return (
    <ListPage
      title={title}
      path={addresses.changes.path}
      search={{ label: 'Tìm trong nhật ký', placeholder: 'Mã đơn hoặc mã cổng' }}
      filters={[
        { name: 'staff_id', label: 'Ai', choices: people },
        { name: 'thing', label: 'Việc gì', choices: things },
        { name: 'day', label: 'Ngày' },
      ]}
      columns={columns}
      rows={rows}
      keyOf={({ change_id }) => String(change_id)}
      hrefOf={({ change_id }) => changePath(change_id)}
      nameOf={({ what, about }) => `${what}, ${about}`}
      has_next={has_next}
      empty="Không tìm thấy thay đổi nào."
    />
  )
}

const columns: ListColumn<ListedEntry>[] = [
  {
    title: 'Lúc',
    cell: ({ changed_at }) => {
      const at = new Date(changed_at)
      return (
        <span className="whitespace-nowrap tabular-nums">
          {formatDate(at).slice(0, 5)} {formatTime(at)}
        </span>
      )
    },
  },
  {
    title: 'Ai',
    small: 'end',
    cell: ({ who }) => <span className="font-semibold">{who}</span>,
  },
  {
    title: 'Làm gì',
    small: 'line',
    cell: ({ what, about }) => (
      <>
        <span className="block">{what}</span>
        <span className="text-xs text-muted">{about}</span>
      </>
    ),
  },
  {
    title: 'Thay đổi',
    small: 'line',
    cell: ({ part, lines }) => (
      <>
        <span className="text-xs text-muted">{part}</span>
        <ChangeLines lines={lines} />
      </>
    ),
  },
  {
    title: 'Lý do',
    small: 'line',
    cell: ({ reason }) => <span className="line-clamp-2 wrap-anywhere">{reason}</span>,
  },
]
