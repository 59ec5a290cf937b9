import { Search } from '#web/ui/icons.tsx'
import { useEffect, useRef } from 'react'
import { addresses } from '#storefront/addresses/addresses.ts'
import { useOnDemand } from '#web/runtime/on-demand.ts'

interface SearchFieldProps {
  /** Anchor for the bottom navigation's "Tìm kiếm". */
  id: string
  query?: string
}

/**
 * A plain form to the search page: it works before and without JavaScript. Suggestions are fetched,
 * code and all, when somebody first goes into the field. While they are open the form carries
 * `data-open`, and on a phone it fills the window.
 */
export function SearchField({ id, query }: SearchFieldProps) {
  const form = useRef<HTMLFormElement>(null)
  const { value: panel, ask } = useOnDemand(loadPanel)
  useEffect(() => {
    // Gone into before the page was hydrated: there will be no focus event any more.
    if (form.current?.contains(document.activeElement)) ask()
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when the page is hydrated.
  }, [])
  return (
    <div className="h-11 min-w-0 flex-1">
      <form
        ref={form}
        action={addresses.search.path}
        role="search"
        onFocus={ask}
        className="search-form group"
      >
        <input
          id={id}
          key={query}
          type="search"
          name="q"
          required
          maxLength={200}
          defaultValue={query}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label="Tìm kiếm sản phẩm"
          placeholder="Bạn muốn mua gì hôm nay?"
          className="search-input"
        />
        <button type="submit" aria-label="Tìm" className="search-submit">
          <Search className="size-5" />
        </button>
        {panel ? <panel.SearchPanel form={form} field_id={id} /> : null}
      </form>
    </div>
  )
}

function loadPanel() {
  return import('#storefront/layouts/search/search-panel.tsx')
}
