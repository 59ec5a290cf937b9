import type { StockedShop } from '#storefront/pages/product/stock/stocked-shop.ts'
import { telLink } from '#web/ui/tel-link.ts'

/** The shops of a province that have the chosen colour. */
interface Props {
  /** With the distance, where it was asked for. */
  shops: readonly (StockedShop & { distance?: string | null })[]
  province: string
  item_id: number
}

export function ShopList({ shops, province, item_id }: Props) {
  return (
    <>
      <p className="mt-0.5 text-sm text-muted">
        {`Có ${shops.length} cửa hàng có sản phẩm tại ${province}`}
      </p>
      <a href={`/dat-giu/${item_id}`} className="font-semibold text-accent hover:underline">
        Đặt giữ tại cửa hàng
      </a>
      <ul
        tabIndex={shops.length > 3 ? 0 : undefined}
        aria-label={`Các cửa hàng có hàng tại ${province}`}
        className="relative mt-2 max-h-72 divide-y divide-line overflow-y-auto border-t border-line"
      >
        {shops.map((shop) => (
          <ShopRow key={shop.id} shop={shop} />
        ))}
      </ul>
    </>
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
