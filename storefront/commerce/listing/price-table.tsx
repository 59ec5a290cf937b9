import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'

interface PriceTableProps {
  /** "Điện thoại Apple". */
  name: string
  products: readonly ProductCard[]
  /** The day the prices were read: 20/11/2026. */
  date: string
}

const ROWS = 10

/** "Bảng giá …": the first products of the list with their prices of the day. */
export function PriceTable({ name, products, date }: PriceTableProps) {
  const priced = products.filter(({ price }) => price !== null).slice(0, ROWS)
  if (priced.length < 3) return null
  return (
    <section aria-labelledby="bang-gia" className="sheet flex flex-col p-4 md:p-6">
      <h2 id="bang-gia" className="text-lg md:text-xl">
        {`Bảng giá ${name} ${date.slice(3)}`}
      </h2>
      <table className="price-table">
        <thead>
          <tr className="border-b border-line text-left text-sm text-muted">
            <th scope="col" className="py-2 pr-3 font-semibold">
              Sản phẩm
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Giá bán
            </th>
          </tr>
        </thead>
        <tbody>
          {priced.map(({ product_id, name: title, url_path, price, special_price }) => (
            <tr key={product_id}>
              <td>
                <a href={`/${url_path}`} className="finger hover:text-accent hover:underline">
                  {title.split(' | ')[0]}
                </a>
              </td>
              <td>{formatDong(special_price ?? price ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        {`Giá đã gồm VAT, cập nhật ngày ${date}; có thể khác nhau theo màu và theo tỉnh thành.`}
      </p>
    </section>
  )
}
