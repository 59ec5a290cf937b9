import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { ShownOrder } from '#admin/pages/order/timeline-texts.ts'
import { formatTime } from '#pure/vietnam-time.ts'

/** Who is calling the shopper now, and the buttons that take the call. Nothing for an order that nobody has to call. */
export function CallPart({ order: { code, call, may } }: { order: ShownOrder }) {
  if (!may.call && call === null) return null
  const is_foreign = call !== null && !call.is_self
  return (
    <section aria-labelledby="call" className="sheet flex flex-wrap items-center gap-2 text-sm">
      <h2 id="call" className="part-title">
        Gọi khách
      </h2>
      {call !== null && (
        <p className={is_foreign ? 'font-semibold text-sale' : 'font-semibold'}>
          {call.is_self ? 'Bạn' : call.name} đang gọi khách này, đến{' '}
          {formatTime(new Date(call.taken_until))}
        </p>
      )}
      <div className="ml-auto flex gap-2">
        {call?.is_self === true && (
          <Link to={addresses.order_calls.path} className="tool">
            Về cuộc gọi
          </Link>
        )}
        {call === null && may.call && (
          <StaffForm action={orderPath(code)} hidden={{ intent: 'take_call' }}>
            <button type="submit" className="tool">
              Gọi khách này
            </button>
          </StaffForm>
        )}
        {is_foreign && may.assign && (
          <StaffForm action={orderPath(code)} hidden={{ intent: 'take_over_call' }}>
            <button type="submit" className="tool">
              Nhận cuộc gọi
            </button>
          </StaffForm>
        )}
      </div>
    </section>
  )
}
