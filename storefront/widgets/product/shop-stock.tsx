import { Clock, MapPin, Phone } from '#storefront/ui/icons.tsx'
import type { ShopStock as Stock } from '#contracts/locations.ts'
import { useShop } from '#storefront/shop-data.ts'
import { useProvincePage } from '#storefront/widgets/province-button.tsx'
import { telLink } from '#storefront/widgets/tel-link.ts'

interface ShopStockProps {
  shops: readonly Stock[]
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

function ShopList({ shops, province }: { shops: readonly Stock[]; province: string }) {
  return (
    <>
      <p className="mt-0.5 text-sm text-muted">
        Có {shops.length} cửa hàng có sản phẩm tại {province}
      </p>
      <ul
        tabIndex={shops.length > 3 ? 0 : undefined}
        aria-label="Các chi nhánh có hàng"
        className="relative mt-3 max-h-80 divide-y divide-line overflow-y-auto rounded-xl bg-mist px-3.5"
      >
        {shops.map((stock) => (
          <ShopRow key={stock.shop.id} stock={stock} />
        ))}
      </ul>
    </>
  )
}

function ShopRow({ stock: { shop, level } }: { stock: Stock }) {
  const isFew = level === 'few_left'
  return (
    <li className="py-3 text-sm">
      <p className="flex items-start justify-between gap-3">
        <span className="text-[15px] leading-snug font-semibold">{shop.address}</span>
        <span
          className={`shrink-0 rounded-full px-2 py-0.5 text-xs font-bold ${isFew ? 'bg-gold text-ink' : 'bg-success text-white'}`}
        >
          {isFew ? 'Sắp hết' : 'Còn hàng'}
        </span>
      </p>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <span className="inline-flex items-center gap-1.5">
          <Clock className="size-4" />
          {shop.time_opening}
        </span>
        <a
          href={telLink(shop.phone)}
          className="inline-flex items-center gap-1.5 font-semibold text-ink hover:text-accent hover:underline"
        >
          <Phone className="size-4" />
          {shop.phone}
        </a>
        <MapLink href={shop.google_link ?? shop.google_map_address} name={shop.name} />
      </p>
    </li>
  )
}

function MapLink({ href, name }: { href: string | null; name: string }) {
  if (!href?.startsWith('https://')) return null
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex items-center gap-1.5 font-semibold text-accent hover:underline"
    >
      <MapPin className="size-4" />
      Bản đồ
      <span className="sr-only"> {name}, mở trong thẻ mới</span>
    </a>
  )
}
