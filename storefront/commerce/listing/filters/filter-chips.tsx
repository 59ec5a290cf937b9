import { chipsOf } from '#storefront/commerce/listing/filters/listing-chips.ts'
import { listHref, type ListQuery, unfiltered } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { Icon } from '#web/ui/icons.tsx'

interface FilterChipsProps {
  list: ListData
  requested: ListQuery
  /** Filters with a row of their own, where what is chosen can be taken back. */
  own_rows: readonly string[]
}

/**
 * "Đang lọc theo": every active filter with a link that removes it, and a link that removes all. Nothing if the rows of
 * their own show all of them.
 */
export function FilterChips({ list, requested, own_rows }: FilterChipsProps) {
  const chips = chipsOf(requested, list.listing)
  if (chips.every(({ code }) => own_rows.includes(code))) return null
  return (
    <div className="flex flex-col gap-2 md:flex-row md:items-baseline md:gap-4">
      <h3 className="shrink-0 text-sm font-bold tracking-normal">Đang lọc theo</h3>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ key, name, label, without }) => (
          <li key={key}>
            <a
              href={listHref(list.path, without)}
              rel="nofollow"
              data-scroll="keep"
              aria-label={`Bỏ lọc ${name} ${label}`.replace('  ', ' ')}
              className="finger relative inline-flex min-h-9 items-center rounded-full border border-accent bg-cream py-1 pr-8 pl-3.5 text-sm font-semibold text-accent hover:bg-white"
            >
              {name === '' ? label : `${name}: ${label}`}
              <Icon name="x" className="absolute right-2.5 size-4" />
            </a>
          </li>
        ))}
        <li>
          <a
            href={listHref(list.path, unfiltered(requested))}
            data-scroll="keep"
            className="finger inline-flex min-h-9 items-center gap-1 px-2 text-sm font-semibold text-ink underline hover:text-accent"
          >
            Bỏ chọn tất cả
          </a>
        </li>
      </ul>
    </div>
  )
}
