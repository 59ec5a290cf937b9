import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, pickupPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { data_transfer_title } from '#admin/pages/orders/order-texts.ts'
import { CollectForm } from '#admin/pages/pickup/collect-form.tsx'
import { PrepareForm, ReplaceForm } from '#admin/pages/pickup/prepare-form.tsx'
import type { StaffPickup } from '#contracts/staff/pickups.ts'
import { formatDong } from '#pure/money.ts'
import { calledName } from '#pure/vietnamese/called-name.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'

export const title = ({ order_code }: StaffPickup) => `Nhận tại cửa hàng ${order_code}`
export const has_own_heading = true

/** One order that is picked up. Each state shows its one next step. */
export function Page({ data }: { data: StaffPickup }) {
  const { order_code, state, version, may } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl tabular-nums">{order_code}</h1>
        <StateMark state={state} />
        <div className="ml-auto flex gap-2">
          <Link to={orderPath(order_code)} className="tool">
            Xem đơn
          </Link>
          <Link to={addresses.pickups.path} className="tool">
            Danh sách
          </Link>
        </div>
      </div>
      {may.prepare ? (
        <PrepareForm key={version} pickup={data} path={pickupPath(order_code)} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <section aria-label="Đơn" className="sheet grid content-start gap-4 text-sm">
            <FactList facts={factsOf(data)} />
            <Units pickup={data} />
            {may.replace && data.prepared.length > 0 && (
              <details key={version}>
                <summary className="cursor-pointer font-semibold text-muted">
                  Đổi máy đã soạn
                </summary>
                <ReplaceForm pickup={data} path={pickupPath(order_code)} />
              </details>
            )}
          </section>
          {may.collect ? (
            <CollectForm key={version} pickup={data} path={pickupPath(order_code)} />
          ) : (
            <p className="sheet text-sm font-semibold max-lg:order-first">{outcomes[state]}</p>
          )}
        </div>
      )}
    </>
  )
}

const outcomes: Record<StaffPickup['state'], string> = {
  awaiting_payment: 'Đơn chờ khách thanh toán, chưa cần soạn.',
  pending: 'Đơn chờ xác nhận, chưa cần soạn.',
  confirmed: 'Đơn chờ cửa hàng soạn.',
  ready_for_pickup: 'Hàng đã soạn, chờ khách đến lấy.',
  shipping: 'Đơn đang giao.',
  delivered: 'Khách đã nhận hàng.',
  cancelled: 'Đơn đã hủy. Nếu hàng đã soạn, hãy trả về kệ.',
  expired: 'Đơn hết hạn thanh toán.',
}

function factsOf(pickup: StaffPickup) {
  const { recipient, shop, note, data_transfer, ready_at, keep_until, grand_total, due, state } =
    pickup
  const is_open = state === 'ready_for_pickup' || state === 'confirmed'
  return [
    ['Khách', calledName(pickup)],
    ...(recipient === null ? [] : [['Người nhận', recipient] as const]),
    ['Cửa hàng', shop ?? 'Chưa rõ'],
    ...(note === null || note === '' ? [] : [['Ghi chú', note] as const]),
    ...(data_transfer ? [['Dịch vụ', data_transfer_title] as const] : []),
    ...(ready_at === null ? [] : [['Soạn xong', formatDateTime(new Date(ready_at))] as const]),
    ...(keep_until === null ? [] : [['Giữ đến hết', formatDate(startOfDay(keep_until))] as const]),
    ['Tổng tiền', formatDong(grand_total)],
    ...(is_open ? [['Còn phải thu', due > 0 ? formatDong(due) : 'Đã trả đủ'] as const] : []),
  ] as const
}

/** What lies in the bag, with the codes of its units. */
function Units({ pickup: { units, prepared } }: { pickup: StaffPickup }) {
  return (
    <ul className="grid gap-2 border-t border-line pt-3">
      {units.map(({ sku, name, quantity }) => (
        <li key={sku}>
          <span className="font-semibold">
            {quantity} × {name}
          </span>
          <span className="block text-xs text-muted">{sku}</span>
          {prepared
            .filter((unit) => unit.sku === sku)
            .map(({ codes }) => (
              <span key={codes.join()} className="block text-xs tabular-nums">
                {codes.join(' · ')}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}
