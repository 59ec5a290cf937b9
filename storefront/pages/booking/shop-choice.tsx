import { byDistance } from '#pure/distance.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { bookingUrl } from '#storefront/addresses/booking-links.ts'
import { FoldedShops } from '#storefront/commerce/booking/folded-shops.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import type { BookingData } from '#storefront/pages/booking/page.server.ts'
import { NearbyButton, useNearby } from '#storefront/commerce/nearby/nearby.tsx'
import { distanceText } from '#storefront/commerce/nearby/nearby.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { ProvinceForm } from '#storefront/commerce/province/province-form.tsx'

/** The shops of a province that repair: each is a link, the nearest first if the shopper says where they are. */
export function ShopChoice({ data }: { data: BookingData }) {
  const { shops, shop_id, item_ids, province_id, shops_with_parts } = data
  const nearby = useNearby()
  const rows =
    nearby.state.kind === 'found'
      ? byDistance(shops, nearby.state.from)
      : shops.map((location) => ({ location, km: null }))
  const row = ({ location: shop, km }: (typeof rows)[number]) => (
    <li key={shop.id}>
      <a
        href={`${bookingUrl({ item_ids, province_id, shop_id: shop.id })}#ngay-gio`}
        aria-current={shop.id === shop_id ? 'true' : undefined}
        className="flex gap-3 rounded-2xl border border-muted/50 bg-white p-4 hover:border-accent aria-[current=true]:border-accent aria-[current=true]:bg-cream aria-[current=true]:ring-1 aria-[current=true]:ring-accent"
      >
        <Icon
          name={shop.id === shop_id ? 'circle-check' : 'store'}
          className="mt-0.5 size-5 shrink-0 text-accent"
        />
        <span className="min-w-0">
          <span className="font-semibold">{shop.name}</span>
          <span className="block text-sm text-muted">{shop.address}</span>
          <span className="block text-sm text-muted">
            Giờ mở cửa: {shop.time_opening}
            {km !== null && ` · Cách ${distanceText(km)}`}
          </span>
          {shops_with_parts !== null && (
            <PartsText has_parts={shops_with_parts.includes(shop.id)} />
          )}
        </span>
      </a>
    </li>
  )
  return (
    <CheckoutSection title="CỬA HÀNG">
      <ProvinceForm
        action={booking_addresses.booking.path}
        hidden={{ dich_vu: item_ids.join('.') }}
        provinces={data.provinces}
        province_id={province_id}
      />
      {shops.length > 1 && <NearbyButton nearby={nearby} />}
      <FoldedShops shops={rows} isChosen={({ location }) => location.id === shop_id} row={row} />
    </CheckoutSection>
  )
}

/** Whether the repair can be done at once, or waits for parts. */
function PartsText({ has_parts }: { has_parts: boolean }) {
  return (
    <span className={`block text-sm font-semibold ${has_parts ? 'text-success' : 'text-muted'}`}>
      {has_parts ? 'Có sẵn linh kiện' : 'Linh kiện đặt về trong 2 ngày'}
    </span>
  )
}
