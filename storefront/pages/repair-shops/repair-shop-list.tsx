import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { RepairShopRow } from '#storefront/pages/repair-shops/repair-shops-data.ts'
import { distanceText } from '#storefront/commerce/nearby/nearby.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { telLink } from '#web/ui/tel-link.ts'

interface MeasuredShop {
  shop: RepairShopRow
  /** Distance in a straight line; null when it is not asked for or not known. */
  km: number | null
}

const link_class =
  'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-button border border-line bg-white px-3 text-sm font-bold whitespace-nowrap transition-colors hover:border-ink'

/** More than these are folded: on a phone they would be twenty screens. */
const first_shops = 10

/** Repair shops; `numbered` as on the map above, which shows all of them. */
export function RepairShopList({ rows, numbered }: { rows: MeasuredShop[]; numbered: boolean }) {
  const first = numbered ? rows : rows.slice(0, first_shops)
  const others = rows.slice(first.length)
  return (
    <>
      <Rows rows={first} numbered={numbered} />
      {others.length === 0 ? null : (
        <details className="mt-4">
          <summary className="sheet fold-link min-h-12 w-full justify-center p-3">
            {`Xem thêm ${others.length} cửa hàng`}
          </summary>
          <Rows rows={others} numbered={false} />
        </details>
      )}
    </>
  )
}

function Rows({ rows, numbered }: { rows: MeasuredShop[]; numbered: boolean }) {
  return (
    <ol className="mt-4 grid gap-3 md:grid-cols-2 md:gap-4">
      {rows.map((row, index) => (
        <Row key={row.shop.id} {...row} number={numbered ? index + 1 : null} />
      ))}
    </ol>
  )
}

function Row({ shop, km, number }: MeasuredShop & { number: number | null }) {
  const { name, address, time_opening, open, free, phone, image, service_count } = shop
  return (
    <li className="sheet relative flex gap-3 p-3 sm:gap-4 sm:p-4">
      {image === null ? null : (
        <Photo
          picture={{ src: image, alt: '', width: 960, height: 640 }}
          sizes="216px"
          className="h-24 w-24 shrink-0 rounded-xl bg-mist object-cover sm:h-36 sm:w-40"
        />
      )}
      {number === null ? null : (
        <span
          className={`grid size-8 shrink-0 place-items-center rounded-full bg-accent text-sm font-bold text-white ${image === null ? '' : 'absolute top-1.5 left-1.5 ring-2 ring-white'}`}
        >
          {number}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h2 className="text-base tracking-normal text-wrap">{name}</h2>
        <p className="mt-1 text-body leading-snug">{address}</p>
        <p className="mt-1 text-body">
          {open === null ? (
            time_opening
          ) : (
            <span className={open.is_open ? 'font-semibold text-success' : 'text-muted'}>
              {open.text}
            </span>
          )}
          {km === null ? null : <span className="font-semibold"> · Cách {distanceText(km)}</span>}
        </p>
        <p className="mt-1 text-body text-muted">
          {`${time_opening}, cả tuần · Làm ngay được ${service_count} dịch vụ`}
        </p>
        {free === null ? null : <p className="mt-1 text-body font-semibold">{free}</p>}
        <p className="mt-3 flex flex-wrap gap-2">
          <a href={telLink(phone)} className={link_class}>
            <Icon name="phone" className="size-4" />
            <span className="sr-only">Gọi {name}: </span>
            {phone}
          </a>
          <Directions shop={shop} />
          <Zalo shop={shop} />
        </p>
      </div>
    </li>
  )
}

/** Google's address for directions from where the shopper is. Nothing is sent before it is pressed. */
function Directions({ shop: { name, latitude, longitude } }: Pick<MeasuredShop, 'shop'>) {
  if (latitude === null || longitude === null) return null
  return (
    <a
      href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
      target="_blank"
      rel="noopener"
      className={link_class}
    >
      <Icon name="navigation" className="size-4" />
      Chỉ đường
      <span className="sr-only"> đến {name}, mở trong thẻ mới</span>
    </a>
  )
}

function Zalo({ shop: { name, zalo_link } }: Pick<MeasuredShop, 'shop'>) {
  if (zalo_link?.startsWith('https://') !== true) return null
  return (
    <a href={zalo_link} target="_blank" rel="noopener" className={link_class}>
      <Icon name="message-circle" className="size-4" />
      Zalo
      <span className="sr-only"> của {name}, mở trong thẻ mới</span>
    </a>
  )
}
