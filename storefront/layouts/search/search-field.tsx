import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useEffect, useRef } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'

interface SearchFieldProps {
  /** Anchor for the bottom navigation's "Tìm kiếm". */
  id: string
  query?: string
}

/**
 * A plain form to the search page, which works before and without JavaScript. Suggestions and their code are
 * fetched when the field first gets the focus. While they are open the form has `data-open`, and on a phone
 * it fills the window.
 */
export function SearchField({ id, query = '' }: SearchFieldProps) {
  const form = useRef<HTMLFormElement>(null)
  const { value: panel, ask } = useOnDemand(loadPanel)
  useEffect(() => {
    const field = form.current?.elements.item(0) as HTMLInputElement
    // A field with the focus keeps its words: they may have been typed while the page was loading. If it
    // got the focus before the page was hydrated, no focus event follows.
    if (field === document.activeElement) ask()
    else field.value = query
    // oxlint-disable-next-line react/exhaustive-deps -- runs for each query, first at hydration.
  }, [query])
  return (
    <div className="h-11 min-w-[min(8rem,100%)] flex-1 md:min-w-0">
      <form
        ref={form}
        action={frame_paths.search}
        role="search"
        onFocus={ask}
        className="search-form group"
      >
        <input
          id={id}
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
          placeholder="Bạn cần tìm gì?"
          className="search-input"
        />
        <button type="submit" aria-label="Tìm" className="search-submit">
          <Icon name="search" className="size-5" />
        </button>
        {panel ? <panel.SearchPanel form={form} field_id={id} /> : null}
      </form>
    </div>
  )
}

function loadPanel() {
  return import('#storefront/layouts/search/search-panel.tsx')
}
