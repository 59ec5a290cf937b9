import {
  bodyIn,
  cachedPage,
  type CachedPage,
  type Encode,
  sizeOf,
} from '#platform/cache/cached-page.ts'
import { ageOf, beginRefresh, mayServeOnError } from '#platform/cache/freshness.ts'
import { type Encoding, encoded } from '#platform/cache/page-cache-bytes.ts'
import { createTagIndex } from '#platform/cache/page-cache-tags.ts'
import { createSingleFlight } from '#platform/cache/single-flight.ts'
import { createSizedLru } from '#platform/cache/sized-lru.ts'
import type { PageRecipe, RenderedPage } from '#pure/rendered-page.ts'

export interface PageCacheStats {
  hits: number
  stale: number
  misses: number
  evicted: number
  bytes: number
  entries: number
}

export interface PageCache {
  /**
   * Returns a cached page if it `isReady` for this request. A stale page is returned at once and rendered again in
   * the background.
   */
  find: (key: string, isReady?: (page: CachedPage) => boolean) => CachedPage | null
  /** Returns the cached page, or renders it: once for all concurrent requests. */
  get: (recipe: PageRecipe) => Promise<CachedPage>
  /** The body in an encoding, produced at first use. */
  body: (page: CachedPage, encoding: Encoding) => Promise<Buffer>
  /** Removes the pages that depend on the changed tags; pages being rendered now are not cached. */
  remove: (tags: ReadonlySet<string>) => void
  stats: () => PageCacheStats
}

interface PageCacheOptions {
  /** Limit for keys and bodies, in bytes. With 0 nothing is cached and every request renders. */
  max_bytes: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** Called when a page could not be rendered again and the old one is still shown. */
  onRefreshFailed?: (error: unknown, key: string) => void
  /** Compresses bodies. */
  encode?: Encode
}

const largest_page = 2_000_000

/**
 * Caches rendered pages as bytes in memory. Their total size is limited (sized-lru.ts). Each page is rendered
 * once for all concurrent requests (single-flight.ts), shown stale while it is rendered again (freshness.ts),
 * and removed at once when data it depends on changes (page-cache-tags.ts).
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { max_bytes, now = () => performance.now(), encode = encoded } = options
  const max_page_bytes = Math.min(largest_page, max_bytes / 8)
  const index = createTagIndex()
  const pages = createSizedLru<CachedPage>({
    max_size: max_bytes,
    onRemoved: ({ key, tags }) => index.drop(key, tags),
  })
  const renders = createSingleFlight<CachedPage>()
  const counts = { hits: 0, stale: 0, misses: 0 }

  const renderOnce = (key: string, render: () => Promise<RenderedPage>) =>
    renders.run(key, async () => {
      const since = index.moment()
      const rendered = await render()
      const page = cachedPage(key, rendered, render, now())
      const may_store = rendered.fresh_ms > 0 && sizeOf(page) <= max_page_bytes
      if (may_store && !index.hasChanged(page.tags, since)) store(page)
      // A page that is gone or has moved must not be shown from the cache any longer.
      else if (rendered.fresh_ms === 0 && rendered.status < 500) pages.delete(key)
      return page
    })

  const store = (page: CachedPage) => {
    pages.set(page.key, page, sizeOf(page))
    index.add(page.key, page.tags)
  }

  const refresh = ({ key, render, freshness }: CachedPage) => {
    if (!beginRefresh(freshness, now())) return
    renderOnce(key, render).catch((error: unknown) => options.onRefreshFailed?.(error, key))
  }

  const find: PageCache['find'] = (key, isReady = () => true) => {
    const page = pages.peek(key)
    if (page === undefined || !isReady(page)) return null
    const age = ageOf(page.freshness, now())
    if (age === 'expired') return null
    pages.touch(key)
    if (age === 'fresh') counts.hits++
    else {
      counts.stale++
      refresh(page)
    }
    return page
  }

  return {
    find,
    async get({ key, render }) {
      const cached = key === null ? null : find(key)
      if (cached) return cached
      counts.misses++
      if (key === null || max_bytes === 0) return cachedPage('', await render(), render, now())
      const old = pages.peek(key)
      const page = await renderOnce(key, render)
      const is_trouble = page.status >= 500 && old !== undefined
      return is_trouble && mayServeOnError(old.freshness, now()) ? old : page
    },
    async body(page, encoding) {
      const body = await bodyIn(page, encoding, encode)
      pages.resize(page.key, page, sizeOf(page))
      return body
    },
    remove(tags) {
      for (const key of index.change(tags, pages.keys())) pages.delete(key)
      // Requests from now on must not get a page whose rendering began before the change.
      renders.forget()
    },
    stats: () => {
      const { size, ...rest } = pages.stats()
      return { ...counts, ...rest, bytes: size }
    },
  }
}
