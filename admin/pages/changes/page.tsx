import { addresses } from '#admin/addresses/addresses.ts'
import { changePath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { ChangeLines } from '#admin/pages/changes/change-lines.tsx'
import {
  operationTitle,
  partOf,
  reasonOf,
  thing_titles,
  thingOf,
  whoOf,
  linesOf,
} from '#admin/pages/changes/change-texts.ts'
import type { ChangeEntry, ChangeList } from '#contracts/staff/changes.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

export const title = 'Nhật ký'
export const has_own_heading = true

/** /noi-bo/nhat-ky: everything that staff have changed. */
export function Page({ data: { rows, has_next, people } }: { data: ChangeList }) {
  const things = Object.entries(thing_titles).map(([value, name]) => ({ value, title: name }))
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
      nameOf={(entry) => `${operationTitle(entry)}, ${thingOf(entry)}`}
      has_next={has_next}
      empty="Không tìm thấy thay đổi nào."
    />
  )
}

const columns: ListColumn<ChangeEntry>[] = [
  {
    title: 'Lúc',
    cell: ({ changed_at }) => {
      const at = new Date(changed_at)
      return (
        <span className="whitespace-nowrap tabular-nums max-md:pl-3">
          {formatDate(at).slice(0, 5)} {formatTime(at)}
        </span>
      )
    },
  },
  {
    title: 'Ai',
    small: 'end',
    cell: (entry) => <span className="font-semibold">{whoOf(entry)}</span>,
  },
  {
    title: 'Làm gì',
    small: 'line',
    cell: (entry) => (
      <>
        <span className="block">{operationTitle(entry)}</span>
        <span className="text-xs text-muted">{thingOf(entry)}</span>
      </>
    ),
  },
  {
    title: 'Thay đổi',
    small: 'line',
    cell: (entry) => (
      <>
        <span className="text-xs text-muted">{partOf(entry)}</span>
        <ChangeLines lines={linesOf(entry)} />
      </>
    ),
  },
  {
    title: 'Lý do',
    small: 'line',
    cell: (entry) => <span className="line-clamp-2 wrap-anywhere">{reasonOf(entry)}</span>,
  },
]
