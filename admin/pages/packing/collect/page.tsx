import { Form, Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { useListQuery } from '#admin/kit/list/list-query.ts'
import type { CollectData } from '#admin/pages/packing/collect/page.server.ts'
import type { GoodsToCollect } from '#contracts/staff/parcels.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Phiếu nhặt hàng'
export const has_own_heading = true

const { path } = addresses.goods_to_collect

/** The goods of all orders that wait to be packed: one sheet for each shop, to walk along its shelves once. */
export function Page({ data: { rows, shops, printed_at } }: { data: CollectData }) {
  const { shop = '' } = useListQuery()
  useKeys({ p: () => pressKeyed('p') })
  const sheets = Map.groupBy(rows, ({ shop_id }) => shop_id)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <h1 className="text-xl">{title}</h1>
        <div className="ml-auto flex flex-wrap gap-2">
          {rows.length > 0 && (
            <button type="button" onClick={() => window.print()} data-key="p" className="tool-main">
              In phiếu <Key name="p" />
            </button>
          )}
          <Link to={addresses.packing.path} className="tool">
            Về đóng gói
          </Link>
        </div>
      </div>
      {shops.length > 1 && (
        <Form action={path} className="sheet flex flex-wrap items-end gap-2 text-sm print:hidden">
          <label className="grid min-w-0 gap-1">
            <span className="text-muted">Cửa hàng</span>
            <select name="shop" defaultValue={shop} className="field min-h-11 w-full">
              <option value="">Tất cả</option>
              {shops.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="tool min-h-11">
            Xem
          </button>
        </Form>
      )}
      {rows.length === 0 && (
        <p className="sheet text-muted">Không còn đơn nào chờ đóng gói, nên không có gì để nhặt.</p>
      )}
      {[...sheets].map(([shop_id, goods]) => (
        <Sheet key={shop_id} goods={goods} printed_at={printed_at} />
      ))}
    </>
  )
}

function Sheet({ goods, printed_at }: { goods: readonly GoodsToCollect[]; printed_at: number }) {
  const total = goods.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className="paper w-full max-w-[190mm] break-after-page bg-white p-4 text-sm last:break-after-auto sm:p-[10mm] print:p-0">
      <h2 className="text-lg">{goods[0]?.shop}</h2>
      <p>
        Phiếu nhặt hàng · {total} chiếc · {formatDateTime(new Date(printed_at))}
      </p>
      <table className="mt-3 w-full border-collapse">
        <thead>
          <tr className="border-y border-ink text-left">
            <th scope="col" className="w-14 py-1">
              Xong
            </th>
            <th scope="col">Hàng</th>
            <th scope="col" className="pl-3 text-right">
              Số đơn
            </th>
            <th scope="col" className="pl-3 text-right">
              Lấy
            </th>
          </tr>
        </thead>
        <tbody>
          {goods.map(({ sku, name, category, orders, quantity }) => (
            <tr key={sku} className="border-b border-line align-top">
              <td className="py-2">
                <span aria-hidden className="block size-4 border border-ink" />
              </td>
              <td className="py-2 wrap-anywhere">
                {name}
                <span className="block text-xs text-muted">
                  {sku} · {category}
                </span>
              </td>
              <td className="py-2 pl-3 text-right tabular-nums">{orders}</td>
              <td className="py-2 pl-3 text-right text-base font-bold tabular-nums">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
