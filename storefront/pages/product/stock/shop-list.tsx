import { type MouseEvent, useState } from 'react'
import type { ListedShop } from '#storefront/pages/product/stock/stocked-shop.ts'
import { telLink } from '#web/ui/tel-link.ts'

/** The shops of a province that have the chosen colour. */
interface Props {
  /** With the distance, where it was asked for. */
  shops: readonly (ListedShop & { distance?: string | null })[]
  province: string
  /** How many shops of the province sell. */
  shop_total: number
  item_id: number
}

/** So many shops stand in sight. */
const in_sight = 3

/** The nearest shops; a press shows the others below. Without scripts it leads to all of them. */
export function ShopList({ shops, province, shop_total, item_id }: Props) {
  const [is_open, setOpen] = useState(false)
  const reservation = `/dat-giu/${item_id}`
  const toggle = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(!is_open)
  }
  return (
    <>
      <p className="mt-0.5 text-sm text-muted">
        {`${shops.length}/${shop_total} cửa hàng tại ${province} có hàng · `}
        <a href={reservation} className="font-semibold text-accent hover:underline">
          Đặt giữ tại cửa hàng
        </a>
      </p>
      <Rows shops={shops.slice(0, in_sight)} />
      {shops.length > in_sight ? (
        <a
          href={reservation}
          data-scripted
          aria-expanded={is_open}
          onClick={toggle}
          className="fold-link mt-1 text-sm"
        >
          {`Xem thêm ${shops.length - in_sight} cửa hàng`}
        </a>
      ) : null}
      {is_open ? <Rows shops={shops.slice(in_sight)} /> : null}
    </>
  )
}

function Rows({ shops }: Pick<Props, 'shops'>) {
  return (
    <ul className="divide-y divide-line">
      {shops.map((shop) => (
        <ShopRow key={shop.id} shop={shop} />
      ))}
    </ul>
  )
}

function ShopRow({ shop }: { shop: Props['shops'][number] }) {
  return (
    <li className="py-3 text-sm">
      <p className="shop-row">
        {shop.address}
        {shop.is_few_left ? (
          <span className="stock-mark bg-gold">Sắp hết</span>
        ) : (
          <span className="stock-mark bg-success text-white">Còn hàng</span>
        )}
      </p>
      <p className="shop-row-more">
        {shop.distance && <span className="font-semibold text-success">{shop.distance}</span>}
        {shop.time_opening}
        <a href={telLink(shop.phone)} className="font-semibold text-ink hover:underline">
          {shop.phone}
        </a>
        {shop.map_link === null ? null : (
          <a
            href={shop.map_link}
            target="_blank"
            rel="noopener"
            aria-label={`Bản đồ ${shop.name}, mở trong thẻ mới`}
            className="font-semibold text-accent hover:underline"
          >
            Bản đồ
          </a>
        )}
      </p>
    </li>
  )
}
