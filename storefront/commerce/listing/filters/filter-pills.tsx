import { type ReactNode, useId } from 'react'
import type { Facet, Listing } from '#contracts/storefront/search.ts'
import { priceLabel } from '#storefront/commerce/listing/filters/listing-chips.ts'
import { listHref, type ListQuery, toggled } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { showResults } from '#storefront/commerce/listing/show-results.ts'
import { valueGroups } from '#storefront/commerce/listing/filters/value-groups.ts'
import { Icon } from '#web/ui/icons.tsx'
import { PriceForm } from '#storefront/commerce/listing/filters/price-form.tsx'

interface PillProps {
  list: ListData
  /** The query requested now; the list may still show the previous one. */
  requested: ListQuery
}

/** "Sẵn hàng": only products in stock at a shop of the shopper's province. */
export function StockPill({ list, requested }: PillProps) {
  const { province } = useShop()
  const { in_stock } = requested
  return (
    <a
      href={listHref(list.path, { ...requested, in_stock: !in_stock, page: 1 })}
      rel="nofollow"
      data-scroll="keep"
      aria-current={in_stock ? 'true' : undefined}
      title={`Có hàng tại ${province.name}`}
      className="filter-pill"
    >
      {in_stock ? (
        <Icon name="check" className="size-4" />
      ) : (
        <Icon name="map-pin" className="size-4" />
      )}
      Sẵn hàng
      <span className="text-xs text-muted">{list.listing.in_stock_count}</span>
    </a>
  )
}

/** "Giá": price bands, or a range that the shopper types. */
export function PricePill({ list, requested }: PillProps) {
  const { price } = list.listing
  if (price === null || price.bands.length === 0) return null
  const { min_price, max_price } = requested
  const isSet = min_price !== null || max_price !== null
  return (
    <Pill
      name="Giá"
      chosen={isSet ? priceLabel(min_price, max_price, price) : null}
      total={list.listing.total}
    >
      <ul className="flex flex-wrap gap-2">
        {price.bands.map((band) => (
          <li key={band.label}>
            <BandLink band={band} list={list} requested={requested} />
          </li>
        ))}
      </ul>
      <p className="mt-5 mb-2 text-sm font-semibold">Hoặc nhập khoảng giá của bạn</p>
      <PriceForm key={listHref('', requested)} path={list.path} query={requested} price={price} />
    </Pill>
  )
}

type Band = NonNullable<Listing['price']>['bands'][number]

function BandLink({ band, list, requested }: PillProps & { band: Band }) {
  const { min_price, max_price, label, count } = band
  const isChosen = requested.min_price === min_price && requested.max_price === max_price
  const range = isChosen ? { min_price: null, max_price: null } : { min_price, max_price }
  const href = listHref(list.path, { ...requested, ...range, page: 1 })
  return <ValueLink href={href} label={label} count={count} is_chosen={isChosen} />
}

/** A filter with its values. Several may be chosen; each press takes effect at once. */
export function FacetPill({ list, requested, facet }: PillProps & { facet: Facet }) {
  const { code, name, values } = facet
  const chosen = requested.choices[code] ?? []
  const first = values.find((each) => each.value === chosen[0])?.label
  const more = chosen.length > 1 ? ` +${chosen.length - 1}` : ''
  return (
    <Pill name={name} chosen={first === undefined ? null : first + more} total={list.listing.total}>
      {valueGroups(values).map((group) => (
        <div key={group.name} className="not-first:mt-4">
          {group.name === null ? null : <p className="value-group">{group.name}</p>}
          <ul aria-label={group.name ?? undefined} className="flex flex-wrap gap-2">
            {group.values.map(({ value, label, count }) => (
              <li key={value}>
                <ValueLink
                  href={listHref(list.path, toggled(requested, code, value))}
                  label={label}
                  count={count}
                  is_chosen={chosen.includes(value)}
                  is_followed={code === 'need'}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Pill>
  )
}

interface ValueLinkProps {
  href: string
  label: string
  count: number
  is_chosen: boolean
  /** Whether search engines may follow the link. */
  is_followed?: boolean
}

/** A value of a filter as a link. A value without products is not a link. */
export function ValueLink({ href, label, count, is_chosen, is_followed = true }: ValueLinkProps) {
  if (count === 0 && !is_chosen) {
    return (
      <span className="filter-value cursor-not-allowed bg-mist text-muted">
        {label} <span className="text-xs">0</span>
      </span>
    )
  }
  return (
    <a
      href={href}
      rel={is_followed ? undefined : 'nofollow'}
      data-scroll="keep"
      aria-current={is_chosen ? 'true' : undefined}
      className="filter-value"
    >
      {label}
      {is_chosen ? (
        <>
          <Icon name="x" className="size-3.5" />
          <span className="sr-only">(bỏ chọn)</span>
        </>
      ) : (
        <span className="text-xs text-muted">{count}</span>
      )}
    </a>
  )
}

interface PillFrameProps {
  name: string
  /** Label of the chosen values; null: nothing is chosen. */
  chosen: string | null
  total: number
  children: ReactNode
}

/**
 * A pill that opens a panel below it, or a sheet from the bottom on a phone. It uses the browser's popover:
 * this is placed at its button (the implicit anchor), needs no script, closes by Escape or a press
 * elsewhere, and stays open while values change.
 */
function Pill({ name, chosen, total, children }: PillFrameProps) {
  const id = `loc${useId().replace(/[^a-z0-9]/gi, '')}`
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        data-chosen={chosen === null ? undefined : ''}
        className="filter-pill"
      >
        <span className="max-w-64 truncate">{chosen === null ? name : `${name}: ${chosen}`}</span>
        <Icon name="chevron-down" className="size-4" />
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={name} className="filter-popover">
        <p className="px-4 pt-4 text-lg font-bold md:hidden">{name}</p>
        <div className="min-h-0 overflow-y-auto overscroll-contain p-4">{children}</div>
        <div className="grid grid-cols-2 gap-3 border-t border-line p-3">
          <CloseButton id={id} look="outline">
            Đóng
          </CloseButton>
          <CloseButton id={id} look="primary" onClick={showResults}>
            Xem {total} kết quả
          </CloseButton>
        </div>
      </div>
    </>
  )
}

interface CloseButtonProps {
  id: string
  look: 'outline' | 'primary'
  onClick?: () => void
  children: ReactNode
}

function CloseButton({ id, look, onClick, children }: CloseButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={id}
      popoverTargetAction="hide"
      onClick={onClick}
      className={buttonClass(look, 'px-3')}
    >
      {children}
    </button>
  )
}
