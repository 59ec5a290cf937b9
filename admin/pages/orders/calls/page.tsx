import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { countText } from '#admin/kit/count-text.ts'
import { useWaiting } from '#admin/kit/live/use-waiting.ts'
import { Key, KeysHelp } from '#admin/kit/keys-help.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { LinesPart } from '#admin/pages/order/lines-part.tsx'
import { Timeline } from '#admin/pages/order/timeline.tsx'
import { CallActions } from '#admin/pages/orders/calls/call-actions.tsx'
import { CallFacts } from '#admin/pages/orders/calls/call-facts.tsx'
import { last_texts } from '#admin/pages/orders/calls/call-texts.ts'
import type { CallsData } from '#admin/pages/orders/calls/page.server.ts'
import { Flags } from '#admin/pages/orders/order-marks.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import { formatDateTime, formatTime } from '#pure/vietnam-time.ts'

export const title = 'Gọi khách'
export const has_own_heading = true

const keys = [
  ['1', 'Khách đồng ý, xác nhận đơn'],
  ['2', 'Không nghe máy'],
  ['3', 'Khách muốn đổi hàng'],
  ['4', 'Sai số'],
  ['5', 'Hủy đơn'],
  ['e', 'Gọi đơn kế tiếp, khi có'],
  ['Escape', 'Về danh sách'],
  ['?', 'Danh sách phím tắt'],
] as const

/** One order to call after another: the next one opens as soon as the result of a call is written. */
export function Page({ data }: { data: CallsData }) {
  const { call, waiting, next_due_at, last, now } = data
  const navigate = useNavigate()
  useKeys({
    1: () => pressKeyed('1'),
    2: () => pressKeyed('2'),
    3: () => pressKeyed('3'),
    4: () => pressKeyed('4'),
    5: () => pressKeyed('5'),
    e: () => pressKeyed('e'),
    Escape: () => void navigate(`${addresses.orders.path}?state=pending`),
  })
  return (
    <>
      {last !== null && (
        <p
          role="status"
          className="rounded-xl bg-success-soft px-4 py-2 text-sm font-semibold text-success"
        >
          <Link to={orderPath(last.code)} className="underline">
            {last.code}
          </Link>
          : {last_texts[last.outcome]}.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl tabular-nums">{call === null ? title : `Gọi ${call.order.code}`}</h1>
        {call !== null && (
          <>
            <span className="text-sm text-muted">
              Đặt {ageText(call.order.created_at, now)} trước · giữ đến{' '}
              {formatTime(new Date(call.taken_until))}
              {call.no_answers > 0 && ` · không nghe máy ${call.no_answers} lần`}
            </span>
            <Flags flags={call.order.flags} />
          </>
        )}
        <div className="ml-auto flex items-center gap-2">
          <span className="text-sm text-muted tabular-nums">Còn {waiting} đơn chờ gọi</span>
          {call !== null && (
            <StaffForm action={addresses.order_calls.path} hidden={{ intent: 'leave' }}>
              <button type="submit" className="tool">
                Nghỉ gọi
              </button>
            </StaffForm>
          )}
          <KeysHelp keys={keys} />
        </div>
      </div>
      {call === null ? (
        <NoCall next_due_at={next_due_at} />
      ) : (
        <div key={call.order.code} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 content-start gap-4">
            <CallActions call={call} />
            <LinesPart order={call.order} />
            <Timeline entries={call.order.timeline} />
          </div>
          <div className="grid min-w-0 content-start gap-4 max-lg:order-first">
            <CallFacts call={call} now={now} />
          </div>
        </div>
      )}
    </>
  )
}

/**
 * Says when there is something to call again. It takes no order by itself: an order must not be taken at a desk that
 * nobody sits at.
 */
function NoCall({ next_due_at }: { next_due_at: string | null }) {
  const waiting = useWaiting()
  const [before] = useState(waiting)
  // The numbers of the menu may be older than this page, which knows that nothing waits.
  const due =
    waiting === before ? undefined : waiting?.tiles.find(({ kind }) => kind === 'due_calls')
  return (
    <div role="status" className="sheet flex flex-wrap items-center gap-3">
      {due !== undefined && due.count > 0 ? (
        <>
          <p className="font-semibold">Có {countText(due)} đơn đang chờ gọi.</p>
          <Link to={addresses.order_calls.path} data-key="e" className="tool-main">
            Gọi đơn kế tiếp <Key name="e" />
          </Link>
        </>
      ) : (
        <p>
          Không có đơn nào cần gọi lúc này.
          {next_due_at !== null &&
            ` Đơn kế tiếp đến giờ gọi lúc ${formatDateTime(new Date(next_due_at))}.`}
        </p>
      )}
    </div>
  )
}
