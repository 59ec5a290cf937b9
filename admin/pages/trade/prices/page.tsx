import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyField } from '#admin/kit/money-input.tsx'
import { listAddress, type ListQuery, useListQuery } from '#admin/kit/list/list-query.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { TradePricesData } from '#admin/pages/trade/prices/page.server.ts'
import type { TradePrice } from '#contracts/staff/trade/trade-office.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Giá thu'
export const has_own_heading = true

const { path } = addresses.trade_prices

/** What the shop pays for old devices. A row opens its price to be changed, with its history. */
export function Page({ data }: { data: TradePricesData }) {
  const { rows, has_next, brands, may_change, chosen } = data
  const query = useListQuery()
  const row = rows.find(({ code }) => code === chosen?.code)
  return (
    <>
      {row && chosen && (
        <div className="grid gap-4 lg:grid-cols-2">
          <PriceForm
            key={`${row.base_price} ${row.upgrade_bonus}`}
            row={row}
            may_change={may_change}
          />
          {chosen.history !== null && (
            <ChangeHistory entries={chosen.history} thing="trade_price" thing_key={chosen.code} />
          )}
        </div>
      )}
      <ListPage
        title={title}
        path={path}
        search={{ label: 'Tìm máy', placeholder: 'Tên máy' }}
        filters={[{ name: 'brand', label: 'Hãng', choices: brands }]}
        columns={columns}
        rows={rows}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => openAddress(query, code)}
        nameOf={({ name }) => `giá thu ${name}`}
        has_next={has_next}
        empty="Không có máy nào trong bảng giá."
      />
    </>
  )
}

/** The same part of the list with one price opened. */
function openAddress(query: ListQuery, code: string): string {
  const page = query['page'] ?? null
  return listAddress(path, query, { may: code, page })
}

function PriceForm({ row, may_change }: { row: TradePrice; may_change: boolean }) {
  const { code, name, base_price, upgrade_bonus, is_active, open_quotes } = row
  return (
    <section aria-label={`Giá thu ${name}`} className="sheet grid content-start gap-3 text-sm">
      <h2 className="text-base">{name}</h2>
      <p className="text-muted">
        {`Giá của máy đẹp nhất; mỗi câu trả lời trừ dần từ giá này. ${open_quotes} báo giá đang mở giữ giá cũ.`}
      </p>
      {may_change && (
        <StaffForm
          action={path}
          hidden={{ intent: 'set', code, seen_price: base_price, seen_bonus: upgrade_bonus }}
          autoComplete="off"
          className="grid gap-3"
        >
          <MoneyField
            label="Giá thu máy đẹp (đ)"
            name="base_price"
            required
            defaultValue={base_price}
          />
          <MoneyField
            label="Trợ giá lên đời (đ)"
            name="upgrade_bonus"
            required
            defaultValue={upgrade_bonus}
          />
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              name="is_active"
              value="1"
              defaultChecked={is_active}
              className="size-5 shrink-0 accent-accent"
            />
            Đang thu máy này
          </label>
          <button type="submit" className="tool-main min-h-11">
            Lưu giá
          </button>
        </StaffForm>
      )}
    </section>
  )
}

const columns: ListColumn<TradePrice>[] = [
  {
    title: 'Máy',
    cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
  },
  { title: 'Hãng', small: 'start', cell: ({ brand_name }) => brand_name },
  {
    title: 'Báo giá đang mở',
    look: 'number',
    small: 'hidden',
    cell: ({ open_quotes }) => String(open_quotes),
  },
  {
    title: 'Trợ giá',
    look: 'number',
    small: 'hidden',
    cell: ({ upgrade_bonus }) => formatDong(upgrade_bonus),
  },
  {
    title: 'Giá thu',
    look: 'number',
    small: 'end',
    cell: ({ base_price }) => <span className="font-bold">{formatDong(base_price)}</span>,
  },
  {
    title: 'Tình trạng',
    small: 'end',
    cell: ({ is_active }) => (is_active ? 'Đang thu' : 'Ngừng thu'),
  },
]
