import { addresses } from '#admin/addresses/addresses.ts'
import { bulkJobPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { bulk_state_titles, bulkTitle } from '#admin/pages/orders/bulk-jobs/bulk-texts.ts'
import type { BulkJobsData } from '#admin/pages/orders/bulk-jobs/page.server.ts'
import type { BulkJobRow } from '#contracts/staff/orders/bulk.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Việc hàng loạt'
export const has_own_heading = true

/** One's own jobs on many orders. */
export function Page({ data: { rows, has_next } }: { data: BulkJobsData }) {
  return (
    <ListPage
      title={title}
      path={addresses.bulk_jobs.path}
      search={null}
      filters={[]}
      columns={columns}
      rows={rows}
      keyOf={({ bulk_job_id }) => String(bulk_job_id)}
      hrefOf={({ bulk_job_id }) => bulkJobPath(bulk_job_id)}
      nameOf={({ bulk_job_id }) => `việc ${bulk_job_id}`}
      has_next={has_next}
      empty="Chưa có việc nào. Chọn nhiều đơn trong danh sách đơn hàng để làm một lần."
    />
  )
}

const columns: ListColumn<BulkJobRow>[] = [
  {
    title: 'Việc',
    cell: (job) => `${bulkTitle(job)} · ${job.row_count.toLocaleString('vi-VN')} đơn`,
  },
  {
    title: 'Bắt đầu',
    small: 'line',
    cell: ({ created_at }) => (
      <span className="whitespace-nowrap">{formatDateTime(new Date(created_at))}</span>
    ),
  },
  { title: 'Xong', look: 'number', small: 'hidden', cell: ({ done_count }) => done_count },
  {
    title: 'Không làm được',
    look: 'number',
    small: 'hidden',
    cell: ({ refused_count }) => refused_count,
  },
  {
    title: 'Tình trạng',
    small: 'end',
    cell: ({ state, done_count, refused_count, row_count }) =>
      state === 'open'
        ? `${bulk_state_titles.open} ${done_count + refused_count}/${row_count}`
        : bulk_state_titles[state],
  },
]
