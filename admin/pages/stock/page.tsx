import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { unitPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import type { StockData } from '#admin/pages/stock/page.server.ts'
import type { StockKind, StockMovement, StockRow } from '#contracts/staff/stock.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Tồn kho'
export const has_own_heading = true

const { path } = addresses.stock

/** Stock by product and shop, or one row with its movements and the form for a count. */
export function Page({ data }: { data: StockData }) {
  return data.shown === null ? <StockList list={data.list} /> : <OneRow shown={data.shown} />
}

function StockList({ list: { rows, has_next, shops } }: { list: StockData['list'] }) {
  return (
    <ListPage
      title={title}
      path={path}
      search={{ label: 'Tìm hàng trong kho', placeholder: 'SKU hoặc tên' }}
      filters={[
        { name: 'shop', label: 'Cửa hàng', choices: shops },
        { name: 'kind', label: 'Cần để ý', choices: kind_choices },
      ]}
      columns={stock_columns}
      rows={rows}
      keyOf={({ product_id, shop_id }) => `${product_id} ${shop_id}`}
      hrefOf={rowAddress}
      nameOf={({ sku, shop_code }) => `${sku} tại ${shop_code}`}
      has_next={has_next}
      empty="Không tìm thấy dòng tồn kho nào."
    />
  )
}

const kind_choices: { value: StockKind; title: string }[] = [
  { value: 'short', title: 'Thiếu hàng cho đơn' },
  { value: 'unnamed', title: 'Máy chưa có IMEI, serial' },
  { value: 'none_free', title: 'Không còn hàng tự do' },
]

const rowAddress = ({ product_id, shop_id }: StockRow) =>
  `${path}?product_id=${product_id}&shop_id=${shop_id}`

const stock_columns: ListColumn<StockRow>[] = [
  {
    title: 'SKU',
    cell: ({ sku }) => <span className="whitespace-nowrap tabular-nums">{sku}</span>,
  },
  {
    title: 'Sản phẩm',
    small: 'line',
    cell: ({ name, color_name }) => (
      <span className="font-semibold">
        {name}
        {color_name !== null && ` · ${color_name}`}
      </span>
    ),
  },
  {
    title: 'Cửa hàng',
    small: 'start',
    cell: ({ shop_code, shop_name }) => (
      <>
        <span className="block max-md:max-w-52 max-md:truncate max-md:text-xs">{shop_name}</span>
        <span className="text-xs text-muted max-md:hidden">{shop_code}</span>
      </>
    ),
  },
  { title: 'Tại kệ', look: 'number', small: 'hidden', cell: ({ on_hand }) => on_hand },
  { title: 'Đang giữ', look: 'number', small: 'hidden', cell: ({ reserved }) => reserved },
  { title: 'Tự do', look: 'number', small: 'end', cell: ({ free }) => <Free free={free} /> },
  { title: 'Cần để ý', small: 'line', cell: (row) => <Warning row={row} /> },
]

/** A phone shows no headings. */
function Free({ free }: { free: number }) {
  return (
    <>
      <span className="text-xs font-medium text-muted md:hidden">tự do </span>
      {free}
    </>
  )
}

function Warning({ row: { shortage, unnamed } }: { row: StockRow }) {
  return (
    <>
      {shortage > 0 && <strong className="mr-2 text-sale">{`Thiếu ${shortage}`}</strong>}
      {unnamed > 0 && <span className="text-xs text-muted">{`${unnamed} máy chưa có mã`}</span>}
    </>
  )
}

function numbersOf({ on_hand, reserved, free, shortage, unnamed }: StockRow): [string, string][] {
  const facts: [string, string][] = [
    ['Tại kệ', `${on_hand}`],
    ['Đang giữ', `${reserved}`],
    ['Tự do', `${free}`],
  ]
  if (shortage > 0) facts.push(['Thiếu', `${shortage}`])
  if (unnamed > 0) facts.push(['Chưa có IMEI, serial', `${unnamed} máy`])
  return facts
}

function OneRow({
  shown: { row, movements, order_codes },
}: {
  shown: NonNullable<StockData['shown']>
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">
          {row.name}
          {row.color_name !== null && ` · ${row.color_name}`}
        </h1>
        <span className="text-sm text-muted tabular-nums">{row.sku}</span>
        <Link to={path} className="tool ml-auto">
          Tất cả tồn kho
        </Link>
      </div>
      <section aria-label="Tồn kho" className="sheet text-sm">
        <FactList
          facts={[['Cửa hàng', `${row.shop_name} (${row.shop_code})`], ...numbersOf(row)]}
        />
      </section>
      {order_codes.length > 0 && (
        <p className={row.shortage > 0 ? 'font-bold text-sale' : 'text-muted'}>
          {`${row.shortage > 0 ? `Thiếu ${row.shortage} cho các đơn` : 'Đang giữ cho các đơn'}: ${order_codes.join(', ')}`}
        </p>
      )}
      <h2 className="mt-2 text-lg">Kiểm đếm</h2>
      <StaffForm
        action={rowAddress(row)}
        hidden={{ product_id: row.product_id, shop_id: row.shop_id, on_hand_seen: row.on_hand }}
        className="sheet flex flex-wrap items-end gap-2"
      >
        <TextField
          key={row.on_hand}
          label="Đếm được tại kệ, kể cả hàng đang giữ"
          name="on_hand"
          autoComplete="off"
          defaultValue={`${row.on_hand}`}
        />
        <TextField label="Lý do" name="reason" maxLength={200} autoComplete="off" />
        <SubmitButton look="primary">Ghi số đếm</SubmitButton>
      </StaffForm>
      <h2 className="mt-2 text-lg">Biến động</h2>
      <DataTable
        label="Biến động tồn kho"
        empty="Chưa có biến động nào."
        columns={movement_columns}
        rows={movements}
        keyOf={({ stock_movement_id }) => stock_movement_id}
      />
    </>
  )
}

const kinds: Record<StockMovement['kind'], string> = {
  opening: 'Tồn đầu',
  import: 'Nhập tệp',
  count: 'Kiểm đếm',
  adjustment: 'Điều chỉnh',
  sale: 'Xuất bán',
  return: 'Hàng trả về',
  receipt: 'Nhập hàng',
  transfer_out: 'Chuyển đi',
  exchange: 'Đổi cho khách',
  transfer_in: 'Chuyển đến',
  lost: 'Thất lạc khi giao',
}

const movement_columns: Column<StockMovement>[] = [
  { title: 'Lúc', cell: ({ created_at }) => formatDateTime(new Date(created_at)) },
  { title: 'Loại', cell: ({ kind }) => kinds[kind] },
  {
    title: 'Số lượng',
    look: 'number',
    cell: ({ quantity }) => (quantity > 0 ? `+${quantity}` : `−${-quantity}`),
  },
  { title: 'Còn tại kệ', look: 'number', cell: ({ on_hand }) => on_hand },
  {
    title: 'Chứng từ',
    look: 'text',
    cell: ({ document, unit_code }) => (
      <Lines
        lines={[
          document,
          unit_code === null ? null : (
            <a key="unit" href={unitPath(unit_code)} className="link">
              {unit_code}
            </a>
          ),
        ]}
      />
    ),
  },
  { title: 'Lý do', look: 'text', cell: ({ reason }) => reason },
  { title: 'Ai', cell: ({ staff_name }) => staff_name },
]
