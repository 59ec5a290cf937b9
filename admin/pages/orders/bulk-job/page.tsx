import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { bulkJobPath, bulkReceiptPath, orderPath } from '#admin/addresses/paths.ts'
import { DataTable } from '#admin/kit/data-table.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import {
  bulk_state_titles,
  bulkTitle,
  outcomeText,
} from '#admin/pages/orders/bulk-jobs/bulk-texts.ts'
import type { BulkJobData } from '#admin/pages/orders/bulk-job/page.server.ts'
import { cancel_reasons } from '#admin/pages/orders/order-texts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Việc hàng loạt'
export const has_own_heading = true

const refresh_ms = 2_000

const undo_intents: Readonly<Partial<Record<BulkJobData['action'], string>>> = {
  ...{ tag: 'undo_tags', untag: 'undo_tags', move_shop: 'undo_moves' },
}

/** A job on many orders: its progress, then its receipt. */
export function Page({ data }: { data: BulkJobData }) {
  const { bulk_job_id, state, rows, may } = data
  useProgress(state === 'open')
  return (
    <>
      <h1 className="text-xl">{`${bulkTitle(data)} · ${numberText(data.row_count)} đơn`}</h1>
      <Progress data={data} />
      <div className="flex flex-wrap items-start gap-2">
        {may.cancel && (
          <StaffForm action={bulkJobPath(bulk_job_id)} hidden={{ intent: 'cancel' }}>
            <SubmitButton>Dừng việc này</SubmitButton>
          </StaffForm>
        )}
        {may.undo && (
          <StaffForm
            action={bulkJobPath(bulk_job_id)}
            hidden={{ intent: undo_intents[data.action] ?? 'undo' }}
          >
            <SubmitButton>Hoàn tác</SubmitButton>
          </StaffForm>
        )}
        <a href={bulkReceiptPath(bulk_job_id, 'csv')} download className="tool min-h-11">
          Tải kết quả CSV
        </a>
        <a href={bulkReceiptPath(bulk_job_id, 'xlsx')} download className="tool min-h-11">
          Tải kết quả Excel
        </a>
        <Link to={addresses.bulk_jobs.path} className="tool min-h-11">
          Mọi việc hàng loạt
        </Link>
      </div>
      <DataTable
        label="Kết quả của từng đơn"
        empty="Không có đơn nào ở trang này."
        columns={[
          {
            title: 'Mã đơn',
            cell: ({ order_code }) => (
              <Link to={orderPath(order_code)} className="font-bold whitespace-nowrap tabular-nums">
                {order_code}
              </Link>
            ),
          },
          {
            title: 'Kết quả',
            look: 'text',
            cell: ({ outcome }) => (
              <span
                className={
                  outcome === 'done'
                    ? 'text-success'
                    : outcome === null
                      ? 'text-muted'
                      : 'text-sale'
                }
              >
                {outcomeText(outcome, state)}
              </span>
            ),
          },
          {
            title: 'Lúc',
            cell: ({ ended_at }) => (
              <span className="whitespace-nowrap">
                {ended_at === null ? '' : formatDateTime(new Date(ended_at))}
              </span>
            ),
          },
        ]}
        rows={rows}
        keyOf={({ order_code }) => order_code}
      />
      <Pager data={data} />
    </>
  )
}

function Progress({ data }: { data: BulkJobData }) {
  const { state, done_count, refused_count, row_count, left_out, undoes, undone_by } = data
  const ended = done_count + refused_count
  return (
    <section className="sheet grid max-w-4xl gap-2 text-sm">
      <p role="status" className="font-bold">
        {`${bulk_state_titles[state]}: ${numberText(ended)}/${numberText(row_count)} đơn`}
      </p>
      <progress
        max={row_count}
        value={ended}
        aria-label="Tiến độ"
        className="w-full accent-accent"
      />
      <p className="flex flex-wrap gap-x-4 text-muted">
        <span className="text-success">{`Xong ${numberText(done_count)}`}</span>
        <span className={refused_count > 0 ? 'font-bold text-sale' : ''}>
          {`Không làm được ${numberText(refused_count)}`}
        </span>
        {left_out > 0 && <span>{`Bỏ qua từ đầu ${numberText(left_out)}`}</span>}
        {data.reason !== null && <span>{`Lý do: ${cancel_reasons[data.reason]}`}</span>}
        {data.action === 'assign' && undoes === null && (
          <span>{`Giao cho ${data.assign_name ?? 'không ai'}`}</span>
        )}
        {data.tag !== null && <span>{`Thẻ: ${data.tag}`}</span>}
        {data.shop !== null && <span>{`Kho xuất mới: ${data.shop}`}</span>}
        {undoes !== null && (
          <Link to={bulkJobPath(undoes)} className="link">
            Việc được hoàn tác
          </Link>
        )}
        {undone_by !== null && (
          <Link to={bulkJobPath(undone_by)} className="link">
            Đã hoàn tác
          </Link>
        )}
      </p>
      {state === 'open' && (
        <noscript>
          <a href={bulkJobPath(data.bulk_job_id)} className="link">
            Xem tiến độ mới
          </a>
        </noscript>
      )}
    </section>
  )
}

/** Loads the page again while the job runs and somebody looks. */
function useProgress(is_running: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!is_running || state !== 'idle') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, refresh_ms)
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [is_running, state, revalidate])
}

function Pager({ data: { bulk_job_id, page, has_next } }: { data: BulkJobData }) {
  if (page === 1 && !has_next) return null
  return (
    <nav aria-label="Trang" className="flex items-center gap-2 text-sm">
      <span className="text-muted">{`Trang ${page}`}</span>
      {page > 1 && (
        <Link to={`${bulkJobPath(bulk_job_id)}?page=${page - 1}`} className="tool">
          Trang trước
        </Link>
      )}
      {has_next && (
        <Link to={`${bulkJobPath(bulk_job_id)}?page=${page + 1}`} className="tool">
          Trang sau
        </Link>
      )}
    </nav>
  )
}

function numberText(count: number): string {
  return count.toLocaleString('vi-VN')
}
