import { withQuery } from '#storefront/addresses/with-query.ts'
import { Icon } from '#web/ui/icons.tsx'

interface PostPagesProps {
  path: string
  page: number
  /** How many pages there are. */
  count: number
  /** Absent: the query of the path is `page` alone. */
  hrefOf?: (page: number) => string
}

const box =
  'grid h-11 min-w-11 place-items-center rounded-button border px-3 font-semibold transition-colors'

/** Links to other pages of a list: the first, the last, and those next to this one. */
export function PostPages({ path, page, count, hrefOf: ownHref }: PostPagesProps) {
  if (count < 2) return null
  const hrefOf =
    ownHref ?? ((number: number) => withQuery(path, { page: number === 1 ? null : number }))
  return (
    <nav aria-label="Các trang" className="mt-6 flex flex-wrap justify-center gap-2">
      {page > 1 ? (
        <a href={hrefOf(page - 1)} rel="prev" className={`${box} border-line bg-white`}>
          <Icon name="chevron-left" className="size-5" />
          <span className="sr-only">Trang trước</span>
        </a>
      ) : null}
      {pagesNear(page, count).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`} aria-hidden className="grid h-11 place-items-center px-1">
            …
          </span>
        ) : (
          <a
            key={number}
            href={hrefOf(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Trang ${number}`}
            className={`${box} ${number === page ? 'border-accent bg-accent text-white' : 'border-line bg-white hover:border-ink'}`}
          >
            {number}
          </a>
        ),
      )}
      {page < count ? (
        <a href={hrefOf(page + 1)} rel="next" className={`${box} border-line bg-white`}>
          <Icon name="chevron-right" className="size-5" />
          <span className="sr-only">Trang sau</span>
        </a>
      ) : null}
    </nav>
  )
}

/** 1 … 4 5 6 … 12; null where pages are left out. */
export function pagesNear(page: number, count: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, count].filter(
    (number) => number >= 1 && number <= count,
  )
  const pages = [...new Set(shown)].toSorted((a, b) => a - b)
  return pages.flatMap((number, index) => {
    const before = pages[index - 1]
    return before !== undefined && number - before > 1 ? [null, number] : [number]
  })
}
