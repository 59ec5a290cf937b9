import { addresses } from '#admin/addresses/addresses.ts'
import { receiptPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { receipt_state_titles } from '#admin/pages/receipts/receipt-texts.ts'
import type { ReceiptList, ReceiptRow } from '#contracts/staff/receipts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Nhập hàng'
export const has_own_heading = true

/** Receipts of goods from suppliers. */
export function Page({ data }: { data: ReceiptList }) {
  const { rows, has_next, counts, shops, may_create } = data
  return (
    <>
      <ListPage
        title={title}
        path={addresses.receipts.path}
        search={{ label: 'Tìm phiếu nhập', placeholder: 'Mã phiếu, số hóa đơn, nhà cung cấp' }}
        tabs={stateTabs(receipt_state_titles, counts)}
        filters={[{ name: 'shop', label: 'Cửa hàng', choices: shops }]}
        columns={columns}
        rows={rows}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => receiptPath(code)}
        nameOf={({ code }) => `phiếu ${code}`}
        has_next={has_next}
        empty="Không tìm thấy phiếu nhập nào."
        create={
          may_create && (
            <a href="#new" className="tool-main">
              Phiếu mới
            </a>
          )
        }
      />
      {may_create && <NewReceipt data={data} />}
    </>
  )
}

function NewReceipt({ data: { shops, suppliers } }: { data: ReceiptList }) {
  return (
    <section id="new" aria-labelledby="new-title" className="sheet">
      <h2 id="new-title" className="part-title mb-2">
        Phiếu mới
      </h2>
      <StaffForm
        action={addresses.receipts.path}
        hidden={{}}
        className="flex flex-wrap items-end gap-2 text-sm"
      >
        <label className="grid min-w-52 grow gap-1">
          <span className="text-muted">Nhà cung cấp</span>
          <input
            name="supplier"
            list="suppliers"
            maxLength={120}
            autoComplete="off"
            className="field"
          />
        </label>
        <datalist id="suppliers">
          {suppliers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <label className="grid min-w-0 grow gap-1">
          <span className="text-muted">Nhận tại</span>
          <select name="shop_id" className="field w-full">
            {shops.map(({ value, title: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="grid grow gap-1">
          <span className="text-muted">Số hóa đơn, phiếu giao</span>
          <input name="invoice" maxLength={60} autoComplete="off" className="field" />
        </label>
        <button type="submit" className="tool-main">
          Tạo phiếu
        </button>
      </StaffForm>
    </section>
  )
}

const columns: ListColumn<ReceiptRow>[] = [
  { title: 'Mã phiếu', cell: ({ code }) => <span className="tabular-nums">{code}</span> },
  {
    title: 'Nhà cung cấp',
    small: 'line',
    cell: ({ supplier, invoice }) => (
      <>
        <span className="mr-2 font-semibold md:block">{supplier}</span>
        <span className="text-xs text-muted">{invoice}</span>
      </>
    ),
  },
  { title: 'Nhận tại', small: 'line', cell: ({ shop }) => shop },
  {
    title: 'Đã nhận',
    look: 'number',
    small: 'start',
    cell: ({ received, quantity }) => (
      <span className={received < quantity ? 'font-bold' : ''}>
        {received.toLocaleString('vi-VN')} / {quantity.toLocaleString('vi-VN')}
      </span>
    ),
  },
  {
    title: 'Lập lúc',
    small: 'hidden',
    cell: ({ created_at, staff_name }) => (
      <>
        <span className="whitespace-nowrap md:block">{formatDateTime(new Date(created_at))}</span>{' '}
        <span className="text-xs text-muted">{staff_name}</span>
      </>
    ),
  },
  { title: 'Tình trạng', small: 'end', cell: ({ state }) => receipt_state_titles[state] },
]
