import { X } from '#storefront/ui/icons.tsx'
import type { ReactNode } from 'react'
import type { CategoryPage } from '#contracts/catalog.ts'
import type { ListQuery } from '#storefront/listing-pages.ts'
import { Chip, ChipRow } from '#storefront/ui/chip.tsx'

/** A range of prices in đồng as a link offers it; an open end is absent. */
export interface PriceBand {
  name: string
  min_price?: number
  max_price?: number
}

interface CategoryFiltersProps {
  brands: CategoryPage['brands']
  bands: readonly PriceBand[]
  query: ListQuery
  path: string
  hrefOf: (change: Partial<ListQuery>) => string
}

/** Brand and price as rows of links. Choosing the chosen one again takes it off. */
export function CategoryFilters({ brands, bands, query, path, hrefOf }: CategoryFiltersProps) {
  const isNarrowed = query.brand !== undefined || query.min_price || query.max_price
  return (
    <>
      {brands.length > 1 ? (
        <FilterRow title="Thương hiệu">
          {brands.map(({ slug, name, product_count }) => (
            <Chip
              key={slug}
              href={hrefOf({ brand: slug === query.brand ? undefined : slug, page: 1 })}
              is_current={slug === query.brand}
              keeps_scroll
            >
              {name}
              <ChipEnd is_current={slug === query.brand} count={product_count} />
            </Chip>
          ))}
        </FilterRow>
      ) : null}
      {bands.length > 0 ? (
        <FilterRow title="Mức giá">
          {bands.map((band) => (
            <BandChip key={band.name} band={band} query={query} hrefOf={hrefOf} />
          ))}
        </FilterRow>
      ) : null}
      {isNarrowed ? (
        <p>
          <a href={path} data-scroll="keep" className="font-semibold text-accent underline">
            Bỏ chọn tất cả
          </a>
        </p>
      ) : null}
    </>
  )
}

function BandChip({
  band,
  query,
  hrefOf,
}: { band: PriceBand } & Pick<CategoryFiltersProps, 'query' | 'hrefOf'>) {
  const { min_price, max_price } = band
  const isCurrent = query.min_price === min_price && query.max_price === max_price
  const change = isCurrent
    ? { min_price: undefined, max_price: undefined }
    : { min_price, max_price }
  return (
    <Chip href={hrefOf({ ...change, page: 1 })} is_current={isCurrent} keeps_scroll>
      {band.name}
      {isCurrent ? <ChipEnd is_current /> : null}
    </Chip>
  )
}

function ChipEnd({ is_current, count }: { is_current: boolean; count?: number }) {
  if (!is_current) return <span className="text-xs text-muted">{count}</span>
  return (
    <>
      <X className="size-3.5" />
      <span className="sr-only">(bỏ chọn)</span>
    </>
  )
}

function FilterRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 md:flex-row md:gap-4">
      <h2 className="w-28 shrink-0 text-base font-bold tracking-normal max-md:sr-only md:pt-3">
        {title}
      </h2>
      <ChipRow label={title} wraps>
        {children}
      </ChipRow>
    </div>
  )
}
