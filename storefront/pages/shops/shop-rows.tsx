import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { type ReactNode, useId } from 'react'
import type { ListedShop } from '#storefront/pages/shops/shops-data.ts'
import { distanceText } from '#storefront/commerce/nearby/nearby.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { telLink } from '#web/ui/tel-link.ts'

interface ShopRow {
  shop: ListedShop
  /** Distance in a straight line; null when it is not asked for or not known. */
  km: number | null
}

interface ShopRowsProps {
  title: string
  /** false hides the title, because the page's heading has it already. */
  is_title_seen?: boolean
  rows: readonly ShopRow[]
}

/** Shops under a heading, two in a row on wide screens. */
export function ShopRows({ title, is_title_seen = true, rows }: ShopRowsProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mt-6">
      <h2 id={heading} className={is_title_seen ? 'text-xl' : 'sr-only'}>
        <Title title={title} count={rows.length} />
      </h2>
      <Rows rows={rows} />
    </section>
  )
}

interface ShopFoldProps extends Pick<ShopRowsProps, 'title' | 'rows'> {
  is_open: boolean
}

/** The shops of one province, folded. */
export function ShopFold({ title, rows, is_open }: ShopFoldProps) {
  return (
    <details open={is_open} className="group mt-3 md:mt-4">
      <summary className="sheet flex min-h-14 list-none items-center justify-between gap-3 px-4 hover:text-accent [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg">
          <Title title={title} count={rows.length} />
        </h2>
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <Rows rows={rows} />
    </details>
  )
}

function Title({ title, count }: { title: string; count: number }) {
  return (
    <>
      {title}{' '}
      <span className="text-body font-semibold tracking-normal text-muted">{count} cửa hàng</span>
    </>
  )
}

function Rows({ rows }: Pick<ShopRowsProps, 'rows'>) {
  return (
    <ul className="mt-3 grid gap-3 md:grid-cols-2 md:gap-4">
      {rows.map(({ shop, km }) => (
        <Row key={shop.id} shop={shop} km={km} />
      ))}
    </ul>
  )
}

function Row({ shop, km }: ShopRow) {
  return (
    <li className="sheet flex gap-3 p-3 sm:gap-4 sm:p-4">
      {shop.image === null ? null : (
        <Photo
          picture={{ src: shop.image, alt: '', width: 960, height: 640 }}
          sizes="216px"
          className="h-24 w-24 shrink-0 rounded-xl bg-mist object-cover sm:h-36 sm:w-40"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="text-base tracking-normal text-wrap">{shop.name}</h3>
        <ul className="mt-1 flex flex-wrap gap-1.5 text-xs font-semibold">
          {shop.kinds.map((kind) => (
            <li key={kind} className="rounded-md bg-mist px-1.5 py-0.5 text-muted">
              {purposes[kind]}
            </li>
          ))}
          {km === null ? null : (
            <li className="rounded-md bg-success-soft px-1.5 py-0.5 text-success">
              Cách {distanceText(km)}
            </li>
          )}
        </ul>
        <div className="mt-2 grid gap-1 text-body">
          <Fact icon={<Icon name="map-pin" className="mt-0.5 size-4 shrink-0 text-muted" />}>
            {shop.address}
          </Fact>
          <Fact icon={<Icon name="clock" className="mt-0.5 size-4 shrink-0 text-muted" />}>
            {shop.time_opening}
            <span className="text-muted">, cả tuần</span>
          </Fact>
          <Fact icon={<Icon name="phone" className="mt-0.5 size-4 shrink-0 text-muted" />}>
            <a
              href={telLink(shop.phone)}
              className="font-semibold whitespace-nowrap hover:text-accent hover:underline"
            >
              <span className="sr-only">Gọi {shop.name}: </span>
              {shop.phone}
            </a>
          </Fact>
        </div>
        <ShopLinks shop={shop} />
      </div>
    </li>
  )
}

const purposes = { 'ban-hang': 'Bán hàng', 'sua-chua': 'Sửa chữa' } as const

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-2">
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** Like an outlined button, but narrow: two fit beside the picture on a phone. */
const link_class =
  'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-button border border-line bg-white px-3 text-sm font-bold transition-colors hover:border-ink md:px-4'

/** Links to the directions and to Zalo. */
function ShopLinks({ shop }: { shop: ListedShop }) {
  const directions = directionsTo(shop)
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {directions === null ? null : (
        <a href={directions} target="_blank" rel="noopener" className={link_class}>
          <Icon name="navigation" className="size-4" />
          Chỉ đường
          <span className="sr-only"> đến {shop.name}, mở trong thẻ mới</span>
        </a>
      )}
      {shop.zalo_link?.startsWith('https://') ? (
        <a href={shop.zalo_link} target="_blank" rel="noopener" className={link_class}>
          <Icon name="message-circle" className="size-4" />
          Zalo
          <span className="sr-only"> của {shop.name}, mở trong thẻ mới</span>
        </a>
      ) : null}
    </p>
  )
}

/** Google's address for directions from the current position; without coordinates the shop's map link. */
function directionsTo({ latitude, longitude, map_link }: ListedShop): string | null {
  if (latitude === null || longitude === null) {
    return map_link?.startsWith('https://') ? map_link : null
  }
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
}
