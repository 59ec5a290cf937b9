import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { AlikeData } from '#admin/pages/orders/alike/page.server.ts'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import type { AlikeOrder, AlikePair } from '#contracts/staff/orders/order-parts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { PageLinks } from '#admin/kit/list/page-links.tsx'

export const title = 'Đơn trùng'

const { path } = addresses.orders_alike

/** Pairs of orders of one phone with the same goods, side by side. */
export function Page({ data: { rows, has_next, page } }: { data: AlikeData }) {
  return (
    <>
      <p className="max-w-3xl text-sm text-muted">
        Hai đơn chưa trả tiền, chưa đóng gói, cùng số điện thoại, trong một ngày, có món giống nhau.
        Gộp: hàng của đơn sau sang đơn trước, giá giữ nguyên, chỉ tính phí giao của đơn trước.
      </p>
      {rows.length === 0 && (
        <p className="sheet py-10 text-center text-muted">Không có đơn nào giống nhau.</p>
      )}
      {rows.map((pair) => (
        <Pair key={`${pair.older.code} ${pair.newer.code}`} pair={pair} />
      ))}
      <PageLinks path={path} page={page} has_next={has_next} />
    </>
  )
}

function Pair({ pair: { phone, older, newer, joined_total } }: { pair: AlikePair }) {
  return (
    <section aria-label={`Đơn ${older.code} và ${newer.code}`} className="sheet grid gap-3 text-sm">
      <h2 className="text-base">
        {older.name} <span className="font-normal text-muted">{phone}</span>
      </h2>
      <div className="grid gap-3 md:grid-cols-2">
        <Side order={older} />
        <Side order={newer} />
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
        {joined_total === null ? (
          <p className="text-muted">
            Khác nơi nhận, hoặc đơn sau của thành viên Smember khác: không gộp được.
          </p>
        ) : (
          <StaffForm
            action={path}
            hidden={{
              ...{ intent: 'join', order_code: older.code, version: older.version },
              ...{ other_code: newer.code, other_version: newer.version, total: joined_total },
            }}
          >
            <button type="submit" className="tool-main min-h-11">
              Gộp thành {formatDong(joined_total)}
            </button>
          </StaffForm>
        )}
        <StaffForm action={path} hidden={{ intent: 'keep', order_code: newer.code }}>
          <button type="submit" className="tool min-h-11">
            Giữ cả hai
          </button>
        </StaffForm>
        <p className="text-muted">Muốn hủy một đơn thì mở đơn đó.</p>
      </div>
    </section>
  )
}

function Side({ order }: { order: AlikeOrder }) {
  const { code, state, created_at, name, address, goods, grand_total, assigned_name } = order
  return (
    <div className="grid content-start gap-1.5 rounded-xl bg-mist/60 p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={orderPath(code)} className="font-bold tabular-nums underline">
          {code}
        </Link>
        <StateMark state={state} />
        <span className="ml-auto font-bold tabular-nums">{formatDong(grand_total)}</span>
      </p>
      <ul>
        {goods.map(({ name: item, quantity, is_same }, n) => (
          <li key={n} className={is_same ? 'font-semibold' : ''}>
            {quantity} × {item}
          </li>
        ))}
      </ul>
      <p className="text-muted">
        {formatDateTime(new Date(created_at))} · {name}
        {address !== '' && ` · ${address}`}
        {assigned_name !== null && ` · ${assigned_name} phụ trách`}
      </p>
    </div>
  )
}
