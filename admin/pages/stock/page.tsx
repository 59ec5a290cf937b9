import { addresses } from '#admin/addresses/addresses.ts'
import { unitPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { ListFile } from '#admin/kit/list/list-file.tsx'
import { useListQuery } from '#admin/kit/list/list-query.ts'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import type { StockData } from '#admin/pages/stock/page.server.ts'
import type { StockMovement, StockRow } from '#contracts/staff/stock.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Tồn kho'

const { path } = addresses.stock
/** Rows of one page of the list. */
const page_size = 100

/** Stock by product and shop, or one row with its movements and the form for a count. */
export function Page({ data }: { data: StockData }) {
  return data.shown === null ? <StockList data={data} /> : <OneRow shown={data.shown} />
}

function StockList({ data: { rows, q, shop, page } }: { data: StockData }) {
  const query = useListQuery()
  const addressOf = (other: number) =>
    `${path}?${new URLSearchParams({ q, shop, page: `${other}` })}`
  return (
    <>
      <form method="get" action={path} className="flex flex-wrap items-end gap-2">
        <TextField label="SKU hoặc tên" name="q" defaultValue={q} maxLength={100} />
        <TextField label="Mã cửa hàng" name="shop" defaultValue={shop} maxLength={20} />
        <SubmitButton>Tìm</SubmitButton>
      </form>
      <div className="flex justify-end">
        <ListFile path={path} query={query} />
      </div>
      <DataTable
        label="Tồn kho theo sản phẩm và cửa hàng"
        empty="Không tìm thấy dòng tồn kho nào."
        columns={stock_columns}
        rows={rows}
        keyOf={({ product_id, shop_id }) => `${product_id} ${shop_id}`}
      />
      <p className="flex gap-4">
        {page > 1 && (
          <a href={addressOf(page - 1)} className="link">
            Trang trước
          </a>
        )}
        {rows.length === page_size && (
          <a href={addressOf(page + 1)} className="link">
            Trang sau
          </a>
        )}
      </p>
    </>
  )
}

const rowAddress = ({ product_id, shop_id }: StockRow) =>
  `${path}?product_id=${product_id}&shop_id=${shop_id}`

const stock_columns: Column<StockRow>[] = [
  {
    title: 'Sản phẩm',
    look: 'text',
    cell: (row) => (
      <Lines
        lines={[
          <a key="sku" href={rowAddress(row)} className="link">
            {row.sku}
          </a>,
          row.name,
          row.color_name,
        ]}
      />
    ),
  },
  {
    title: 'Cửa hàng',
    cell: ({ shop_code, shop_name }) => <Lines lines={[shop_code, shop_name]} />,
  },
  { title: 'Tại kệ', look: 'number', cell: ({ on_hand }) => on_hand },
  { title: 'Đang giữ', look: 'number', cell: ({ reserved }) => reserved },
  { title: 'Tự do', look: 'number', cell: ({ free }) => free },
  {
    title: 'Thiếu',
    look: 'number',
    cell: ({ shortage }) =>
      shortage > 0 ? <strong className="text-sale">{shortage}</strong> : null,
  },
]

function OneRow({
  shown: { row, movements, order_codes },
}: {
  shown: NonNullable<StockData['shown']>
}) {
  return (
    <>
      <p>
        <a href={path} className="link">
          Tất cả tồn kho
        </a>
      </p>
      <DataTable
        label="Tồn kho của sản phẩm tại cửa hàng"
        empty=""
        columns={stock_columns}
        rows={[row]}
        keyOf={({ product_id }) => product_id}
      />
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
