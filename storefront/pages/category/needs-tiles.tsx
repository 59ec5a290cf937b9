import type { NeedLink } from '#contracts/storefront/catalog.ts'
import { useRequestedQuery } from '#storefront/commerce/listing/listing-pending.ts'
import { listing_row, listing_row_name } from '#storefront/commerce/listing/listing-row.ts'
import { listHref, withChoice } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { NeedIcon } from '#storefront/pages/category/needs-icon.tsx'

interface NeedsTilesProps {
  needs: readonly NeedLink[]
  list: ListData
}

/** "Chọn theo nhu cầu": needs with an icon. One can be chosen at a time; a second press clears it. */
export function NeedsTiles({ needs, list }: NeedsTilesProps) {
  const { requested } = useRequestedQuery(list.query)
  if (needs.length === 0) return null
  return (
    <section aria-labelledby="nhu-cau" className={listing_row}>
      <h2 id="nhu-cau" className={`${listing_row_name} max-md:sr-only`}>
        Chọn theo nhu cầu
      </h2>
      <ul className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:gap-1.5 md:p-0">
        {needs.map((need) => (
          <li key={need.code} className="shrink-0">
            <NeedTile need={need} list={list} query={requested} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface NeedTileProps {
  need: NeedLink
  list: ListData
  query: ListData['query']
}

function NeedTile({ need: { code, name, icon }, list, query }: NeedTileProps) {
  const isChosen = query.choices['need']?.includes(code) ?? false
  return (
    <a
      href={listHref(list.path, withChoice(query, 'need', isChosen ? [] : [code]))}
      data-scroll="keep"
      aria-current={isChosen ? 'true' : undefined}
      className="need-tile"
    >
      <span
        aria-hidden
        className="grid size-9 place-items-center rounded-xl bg-cream text-xl text-accent md:size-7"
      >
        <NeedIcon emoji={icon} />
      </span>
      {name}
      {isChosen ? <span className="sr-only">(bỏ chọn)</span> : null}
    </a>
  )
}
