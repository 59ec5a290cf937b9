import { type AnswerCache, createAnswerCache } from '#platform/cache/answer-cache.ts'
import { createPageCache, type PageCache } from '#platform/cache/page-cache.ts'
import type { Log } from '#platform/observe/log.ts'
import { failedCallOf } from '#pure/failed-call.ts'

/** The caches of one process. */
export interface Caches {
  pages: PageCache
  answers: AnswerCache
  /** Removes what may depend on the changed tags. */
  remove: (tags: ReadonlySet<string>) => void
}

interface CacheOptions {
  /** Limit for all caches, in bytes. With 0 nothing is cached. */
  max_bytes: number
  /** Headers of every answer that is data: the security headers. */
  headers: Readonly<Record<string, string>>
  log: Log
}

/** The share of API answers: they are small and quickly made. The rest is for pages. */
const answers_share = 1 / 4

export function openCaches({ max_bytes, headers, log }: CacheOptions): Caches {
  const pages = createPageCache({
    max_bytes: max_bytes * (1 - answers_share),
    onRefreshFailed: (error, key) =>
      log.error({ err: error, key, ...failedCallOf(error) }, 'a page was not rendered again'),
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
