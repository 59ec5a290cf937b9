import { Search } from '#storefront/ui/icons.tsx'
import { addresses } from '#storefront/addresses.ts'

interface SearchFieldProps {
  /** Anchor for the bottom navigation's "Tìm kiếm". */
  id: string
  query?: string
}

/** A plain form to the search page: it works before and without JavaScript. */
export function SearchField({ id, query }: SearchFieldProps) {
  return (
    <form action={addresses.search.path} role="search" className="relative min-w-0 flex-1">
      <input
        id={id}
        key={query}
        type="search"
        name="q"
        required
        maxLength={200}
        defaultValue={query}
        autoComplete="off"
        enterKeyHint="search"
        aria-label="Tìm kiếm sản phẩm"
        placeholder="Bạn muốn mua gì hôm nay?"
        className="h-11 w-full rounded-button bg-white pr-13 pl-4 text-base text-ink outline-offset-1 md:text-[15px]"
      />
      <button
        type="submit"
        aria-label="Tìm"
        className="absolute top-1 right-1 grid size-9 place-items-center rounded-[11px] bg-bright text-ink transition-colors hover:bg-gold"
      >
        <Search className="size-5" />
      </button>
    </form>
  )
}
