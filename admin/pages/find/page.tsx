import { Link } from 'react-router'
import { useKeys } from '#admin/kit/keyboard.ts'
import { moveRow } from '#admin/kit/list/row-keys.ts'
import { count_state_titles } from '#admin/pages/counts/count-texts.ts'
import { foundPath } from '#admin/pages/find/found-path.ts'
import type { FindData } from '#admin/pages/find/page.server.ts'
import { ageText, state_titles } from '#admin/pages/orders/order-texts.ts'
import { parcel_state_titles } from '#admin/pages/parcels/parcel-texts.ts'
import { ticket_state_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import { return_state_titles } from '#admin/pages/returns/return-texts.ts'
import { receipt_state_titles } from '#admin/pages/receipts/receipt-texts.ts'
import { transfer_state_titles } from '#admin/pages/transfers/transfer-texts.ts'
import { unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import { trade_state_titles } from '#admin/pages/trade/trade-in-texts.ts'
import { used_state_titles } from '#admin/pages/units/used-texts.ts'
import type { Found, FoundGroup, FoundKind } from '#contracts/staff/find.ts'
import { formatDong } from '#pure/money.ts'

export const title = ({ q }: FindData) => (q === '' ? 'Tìm' : `Tìm “${q}”`)

/** What the search box finds, by kind. One thing alone is opened by the server. */
export function Page({ data: { q, groups, now } }: { data: FindData }) {
  useKeys({ j: () => moveRow(1), k: () => moveRow(-1) })
  if (groups.length === 0) return <Nothing q={q} />
  return (
    <div className="grid max-w-4xl gap-4">
      {groups.map((group) => (
        <Group key={group.kind} group={group} now={now} />
      ))}
    </div>
  )
}

function Nothing({ q }: { q: string }) {
  return (
    <div className="sheet max-w-4xl text-sm">
      {q !== '' && <p className="mb-2 text-base font-bold">Không tìm thấy gì.</p>}
      <p className="text-muted">
        Gõ hoặc quét mã đơn, số điện thoại hay ít nhất 4 số cuối, IMEI, serial, SKU, mã vận đơn, mã
        phiếu (PN, CK, KK, SC), mã thu cũ (TC), tên, nội dung chuyển khoản.
      </p>
    </div>
  )
}

const kind_titles: Record<FoundKind, string> = {
  customer: 'Khách hàng',
  order: 'Đơn hàng',
  parcel: 'Vận đơn',
  ticket: 'Phiếu sửa chữa',
  return: 'Phiếu đổi trả',
  unit: 'Máy',
  used_unit: 'Máy cũ',
  trade_in: 'Thu cũ',
  product: 'Hàng hóa',
  receipt: 'Phiếu nhập',
  transfer: 'Phiếu chuyển',
  count: 'Phiếu kiểm kê',
  money: 'Tiền chuyển khoản',
}

function Group({ group: { kind, rows, has_more }, now }: { group: FoundGroup; now: number }) {
  return (
    <section aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`} className="part-title mb-1 px-1">
        {kind_titles[kind]}
      </h2>
      <ul className="overflow-clip rounded-2xl border border-line bg-white text-sm">
        {rows.map((row, n) => (
          <Row key={n} kind={kind} row={row} now={now} />
        ))}
      </ul>
      {has_more && (
        <p className="mt-1 px-1 text-xs text-muted">Còn kết quả khác. Gõ thêm để thu hẹp.</p>
      )}
    </section>
  )
}

function Row({ kind, row, now }: { kind: FoundKind; row: Found; now: number }) {
  const { title: name, note, state, at, amount } = row
  const state_title = state === null ? undefined : titles[kind]?.[state]
  return (
    <li
      data-row
      className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-2 last:border-0 focus-within:bg-cream/60 hover:bg-mist/50"
    >
      <Link
        to={foundPath(kind, row)}
        data-row-link
        className="font-bold wrap-anywhere tabular-nums hover:text-accent"
      >
        {name}
      </Link>
      <span className="min-w-0 text-muted wrap-anywhere tabular-nums">{note}</span>
      <span className="ml-auto flex items-baseline gap-3 whitespace-nowrap">
        {state_title !== undefined && <span className="text-xs font-semibold">{state_title}</span>}
        {at !== null && <span className="text-xs text-muted">{ageText(at, now)} trước</span>}
        {amount !== null && <span className="tabular-nums">{formatDong(amount)}</span>}
      </span>
    </li>
  )
}

const titles: Partial<Record<FoundKind, Readonly<Record<string, string>>>> = {
  order: state_titles,
  parcel: parcel_state_titles,
  ticket: ticket_state_titles,
  return: return_state_titles,
  unit: unit_state_titles,
  used_unit: used_state_titles,
  trade_in: trade_state_titles,
  receipt: receipt_state_titles,
  transfer: transfer_state_titles,
  count: count_state_titles,
}
