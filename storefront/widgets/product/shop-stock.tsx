import { useShop } from '#storefront/shop-data.ts'
import { useProvincePage } from '#storefront/widgets/province-button.tsx'
import { telLink } from '#storefront/widgets/tel-link.ts'

/** A shop that has the chosen colour: what somebody needs to go or to call there. */
export interface StockedShop {
  id: number
  name: string
  address: string
  time_opening: string
  phone: string
  map_link: string | null
  is_few_left: boolean
}

interface ShopStockProps {
  shops: readonly StockedShop[]
  /** The shops of another colour are still shown while this one's are fetched. */
  is_stale: boolean
  is_in_stock: boolean
}

/** "Xem chi nhánh có hàng": the shops of the province that have the chosen colour. */
export function ShopStock({ shops, is_stale, is_in_stock }: ShopStockProps) {
  const { province } = useShop()
  const provincePage = useProvincePage()
  return (
    <section aria-labelledby="chi-nhanh" className="rounded-2xl border border-line p-4">
      <div className="flex items-baseline justify-between gap-2">
        <h2 id="chi-nhanh" className="text-base font-bold tracking-normal">
          Xem chi nhánh có hàng
        </h2>
        <a
          href={provincePage}
          className="shrink-0 text-[13px] font-semibold text-accent hover:underline"
        >
          Đổi tỉnh thành
        </a>
      </div>
      <div aria-live="polite" className={`transition-opacity ${is_stale ? 'opacity-50' : ''}`}>
        {shops.length > 0 ? (
          <ShopList shops={shops} province={province.name} />
        ) : (
          <p className="mt-2 text-[15px] text-muted">
            Chưa có chi nhánh nào tại {province.name} còn màu này.{' '}
            {is_in_stock
              ? 'Bạn vẫn có thể đặt giao tận nơi, hoặc đổi tỉnh thành để xem nơi khác.'
              : 'Bạn có thể đổi tỉnh thành để xem nơi khác.'}
          </p>
        )}
      </div>
    </section>
  )
}

function ShopList({ shops, province }: { shops: readonly StockedShop[]; province: string }) {
  return (
    <>
      <p className="mt-0.5 text-sm text-muted">
        {`Có ${shops.length} cửa hàng có sản phẩm tại ${province}`}
      </p>
      <ul
        tabIndex={shops.length > 3 ? 0 : undefined}
        aria-label="Các chi nhánh có hàng"
        className="relative mt-3 max-h-80 divide-y divide-line overflow-y-auto rounded-xl bg-mist px-3.5"
      >
        {shops.map((shop) => (
          <ShopRow key={shop.id} shop={shop} />
        ))}
      </ul>
    </>
  )
}

function ShopRow({ shop }: { shop: StockedShop }) {
  return (
    <li className="py-3 text-sm">
      <p className="flex items-start justify-between gap-3 text-[15px] leading-snug font-semibold">
        {shop.address}
        {shop.is_few_left ? (
          <span className="stock-mark bg-gold">Sắp hết</span>
        ) : (
          <span className="stock-mark bg-success text-white">Còn hàng</span>
        )}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted">
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
