import { type AnswerCache, createAnswerCache } from '#platform/cache/answer-cache.ts'
import { createPageCache, type PageCache } from '#platform/cache/page-cache.ts'
import type { Log } from '#platform/observe/log.ts'

/** Everything that one process answers from bytes. */
export interface Caches {
  pages: PageCache
  answers: AnswerCache
  /** Removes what may have been made of something that changed. */
  remove: (tags: ReadonlySet<string>) => void
}

interface CacheOptions {
  /** Room for all of it; 0: nothing is cached. */
  max_bytes: number
  /** On every answer of the shop: the security headers. */
  headers: Readonly<Record<string, string>>
  log: Log
}

/** The share of answers of services: they are small and soon made. The rest is for pages. */
const answers_share = 1 / 4

export function openCaches({ max_bytes, headers, log }: CacheOptions): Caches {
  const pages = createPageCache({
    max_bytes: max_bytes * (1 - answers_share),
    onRefreshFailed: (error, key) => log.error({ err: error, key }, 'a page was not made anew'),
  })
  const answers = createAnswerCache({ max_bytes: max_bytes * answers_share, headers })
  return {
    pages,
    answers,
    remove: (tags) => {
      answers.remove(tags)
      pages.remove(tags)
    },
  }
}
