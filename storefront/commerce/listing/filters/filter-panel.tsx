import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import {
  listHref,
  type ListQuery,
  readListQuery,
  unfiltered,
} from '#storefront/commerce/listing/listing-query.ts'
import { showResults } from '#storefront/commerce/listing/show-results.ts'
import { steadyFacets } from '#storefront/commerce/listing/listing-steady.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { PageAnswer } from '#storefront/runtime/open-page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { DialogHead } from '#web/ui/dialog.tsx'
import { FilterFields } from '#storefront/commerce/listing/filters/filter-form.tsx'

interface FilterPanelProps {
  list: ListData
  onClose: () => void
}

/**
 * All filters over the list: the whole screen of a phone, a panel at the side of a desktop. Every tick
 * fetches the new count of products. Only the button at the bottom changes the list.
 */
export function FilterPanel({ list, onClose }: FilterPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const { province } = useShop()
  const { draft, listing, isCounting, change } = useDraft(list)
  // A new key mounts the form again, so that its ticks start from the cleared draft.
  const [generation, setGeneration] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    close()
    void Promise.resolve(
      navigate(listHref(list.path, draft), { preventScrollReset: true, flushSync: true }),
    ).then(showResults)
  }
  const clear = () => {
    change(unfiltered(draft))
    setGeneration(generation + 1)
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="filter-title"
      onClose={onClose}
      onClick={(event: MouseEvent) => {
        if (event.target === event.currentTarget) close()
      }}
      className="fixed m-0 size-full max-h-none max-w-none overflow-hidden bg-white text-ink backdrop:bg-night/60 open:flex md:my-3 md:mr-3 md:ml-auto md:h-[calc(100%-24px)] md:w-[480px] md:rounded-3xl md:shadow-pop"
    >
      <form
        onSubmit={submit}
        onChange={(event) => change(queryOf(event.currentTarget))}
        className="flex min-h-0 w-full flex-col"
      >
        <DialogHead id="filter-title" title="Bộ lọc" onClose={close} />
        <div
          key={generation}
          className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto overscroll-contain p-5"
        >
          <FilterFields query={draft} listing={listing} province={province.name} />
        </div>
        <div className="grid grid-cols-2 gap-3 border-t border-line p-4">
          <button
            type="button"
            onClick={clear}
            className={buttonClass('outline', 'px-2 whitespace-nowrap')}
          >
            Bỏ chọn tất cả
          </button>
          <button
            type="submit"
            aria-busy={isCounting}
            className={buttonClass('primary', 'px-2 whitespace-nowrap')}
          >
            <span aria-live="polite">{`Xem ${listing.total} kết quả`}</span>
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** The ticked values and the list they would give. It is fetched from the list's address; the last request wins. */
function useDraft(list: ListData) {
  const [draft, setDraft] = useState<ListQuery>({ ...list.query, page: 1 })
  const fetcher = useFetcher<PageAnswer>()
  const answer = fetcher.data?.data as { list?: ListData } | undefined
  const change = (next: ListQuery) => {
    if (listHref('', next) === listHref('', draft)) return
    setDraft(next)
    void fetcher.load(listHref(list.path, next))
  }
  const now = answer?.list?.listing ?? list.listing
  const listing = { ...now, facets: steadyFacets(list.listing.facets, now.facets) }
  return { draft, listing, isCounting: fetcher.state !== 'idle', change }
}

function queryOf(form: HTMLFormElement): ListQuery {
  const fields = [...new FormData(form)].map(([key, value]) => [key, String(value)])
  return readListQuery(new URLSearchParams(fields))
}
