import { addresses } from '#admin/addresses/addresses.ts'
import { transferPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { TransfersData } from '#admin/pages/transfers/page.server.ts'
import { transfer_state_titles } from '#admin/pages/transfers/transfer-texts.ts'
import type { TransferRow } from '#contracts/staff/transfers.ts'

export const title = 'Chuyển kho'
export const has_own_heading = true

const day_ms = 86_400_000

/** Transfers between shops. */
export function Page({ data }: { data: TransfersData }) {
  const { rows, has_next, counts, from_shops, scan, scanned, now } = data
  return (
    <>
      {scan !== null && scanned === null && (
        <p role="status" className="sheet text-sm">
          {`Máy ${scan} không chuyển được: không còn trong kho bạn được chuyển hàng đi.`}
        </p>
      )}
      {scanned !== null && <NewTransfer data={data} />}
      <ListPage
        title={title}
        path={addresses.transfers.path}
        search={{ label: 'Tìm phiếu chuyển', placeholder: 'Mã phiếu' }}
        tabs={stateTabs(transfer_state_titles, counts)}
        filters={[]}
        columns={columnsAt(now)}
        rows={rows}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => transferPath(code)}
        nameOf={({ code }) => `phiếu ${code}`}
        has_next={has_next}
        empty="Không tìm thấy phiếu chuyển nào."
        create={
          scan === null &&
          from_shops.length > 0 && (
            <a href="#new" className="tool-main">
              Phiếu mới
            </a>
          )
        }
      />
      {scan === null && from_shops.length > 0 && <NewTransfer data={data} />}
    </>
  )
}

/** Opens a transfer; with a device it is sent from where the device is. */
function NewTransfer({ data: { from_shops, to_shops, scanned } }: { data: TransfersData }) {
  const isFrom = ({ value }: { value: string }) => value === scanned?.shop_id
  const other = to_shops.find(({ value }) => value !== (scanned?.shop_id ?? from_shops[0]?.value))
  return (
    <section id="new" aria-labelledby="new-title" className="sheet">
      <h2 id="new-title" className="part-title mb-2">
        {scanned === null ? 'Phiếu mới' : `Chuyển máy ${scanned.code}`}
      </h2>
      <StaffForm
        action={addresses.transfers.path}
        hidden={scanned === null ? {} : { scan: scanned.code }}
        className="flex flex-wrap items-end gap-2 text-sm"
      >
        <ShopField
          label="Từ"
          name="from_shop_id"
          shops={scanned === null ? from_shops : from_shops.filter(isFrom)}
        />
        <ShopField
          label="Đến"
          name="to_shop_id"
          shops={to_shops.filter((shop) => !isFrom(shop))}
          chosen={other?.value}
        />
        <button type="submit" className="tool-main">
          Tạo phiếu
        </button>
      </StaffForm>
    </section>
  )
}

interface ShopFieldProps {
  label: string
  name: string
  shops: readonly { value: string; title: string }[]
  chosen?: string | undefined
}

function ShopField({ label, name, shops, chosen }: ShopFieldProps) {
  return (
    <label className="grid min-w-0 grow gap-1">
      <span className="text-muted">{label}</span>
      <select name={name} defaultValue={chosen} className="field w-full">
        {shops.map((shop) => (
          <option key={shop.value} value={shop.value}>
            {shop.title}
          </option>
        ))}
      </select>
    </label>
  )
}

const columnsAt = (now: number): ListColumn<TransferRow>[] => [
  { title: 'Mã phiếu', cell: ({ code }) => <span className="tabular-nums">{code}</span> },
  { title: 'Từ', small: 'line', cell: ({ from_shop }) => from_shop },
  { title: 'Đến', small: 'line', cell: ({ to_shop }) => `→ ${to_shop}` },
  {
    title: 'Nhận / gửi',
    look: 'number',
    small: 'start',
    cell: ({ received, quantity }) => `${received} / ${quantity}`,
  },
  { title: 'Tuổi', small: 'start', cell: (row) => <Age row={row} now={now} /> },
  { title: 'Tình trạng', small: 'end', cell: ({ state }) => transfer_state_titles[state] },
]

/** Goods that are on the way for more than two days are looked for. */
function Age({ row: { state, sent_at, created_at }, now }: { row: TransferRow; now: number }) {
  if (state === 'closed' || state === 'cancelled') return null
  const is_late = sent_at !== null && now - Date.parse(sent_at) > 2 * day_ms
  return (
    <span className={is_late ? 'font-bold text-accent-dark' : 'text-muted'}>
      {ageText(sent_at ?? created_at, now)}
    </span>
  )
}
