import { type MouseEvent, useState } from 'react'
import {
  filterCount,
  listHref,
  type ListQuery,
} from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useOnDemand } from '#web/runtime/on-demand.ts'

interface FilterButtonProps {
  list: ListData
  requested: ListQuery
}

/**
 * "Bộ lọc": a link to the list's filter page, which is a plain form. With JavaScript the same form opens
 * over the list. Its code is fetched when the pointer or the focus reaches the link.
 */
export function FilterButton({ list, requested }: FilterButtonProps) {
  const panel = useOnDemand(() => import('#storefront/commerce/listing/filters/filter-panel.tsx'))
  const [isOpen, setOpen] = useState(false)
  const count = filterCount(requested)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || panel.has_failed) return
    event.preventDefault()
    panel.ask()
    setOpen(true)
  }
  return (
    <>
      <a
        href={filtersHref(list.path, requested)}
        rel="nofollow"
        data-scripted
        onPointerEnter={panel.ask}
        onFocus={panel.ask}
        onClick={open}
        className="filter-pill border-ink"
      >
        <Icon name="list-filter" className="size-4" />
        Bộ lọc
        {count > 0 ? (
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-white">
            {count}
          </span>
        ) : null}
      </a>
      {isOpen && panel.value ? (
        <panel.value.FilterPanel list={list} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function filtersHref(path: string, query: ListQuery): string {
  const href = listHref(path, { ...query, page: 1 })
  return `${href}${href.includes('?') ? '&' : '?'}bo_loc=1`
}
