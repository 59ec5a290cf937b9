import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageCache } from '#platform/cache/page-cache.ts'
import { answerAtOnce, pageAnswer, type PageAnswer } from '#platform/cache/page-cache-answer.ts'
import type { PageSource } from '#pure/rendered-page.ts'

/** Answers requests with public pages. */
interface CachedPages {
  /** Returns the answer to a request, or null if it is not for a public page. */
  answer: (request: Request) => Promise<PageAnswer | null>
  /** Sends a cached page before any route or hook runs. Returns false when there is none. */
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean
}

interface Options {
  cache: PageCache
  source: PageSource
  /** Headers of every answer of the shop: the security headers. */
  headers: Readonly<Record<string, string>>
}

/** Passes only the address and the province of a request to the page source. */
export function cachedPages({ cache, source, headers }: Options): CachedPages {
  return {
    async answer(request) {
      if (request.method !== 'GET') return null
      await source.ready()
      const { pathname, search } = new URL(request.url)
      const recipe = source.read(pathname + search, request.headers.get('cookie') ?? undefined)
      if (recipe === null) return null
      const page = await cache.get(recipe)
      return pageAnswer(cache, page, {
        accept_encoding: request.headers.get('accept-encoding') ?? undefined,
        if_none_match: request.headers.get('if-none-match') ?? undefined,
      })
    },
    answerAtOnce(request, response) {
      const { method, url = '/', headers: request_headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const key = keyOf(source, url, request_headers.cookie)
      return key !== null && answerAtOnce(cache, key, { request, response, headers })
    },
  }
}

/**
 * Errors of `answerAtOnce` are not caught by its caller: an address that cannot be parsed must fail its own
 * request, later on, and not the process.
 */
function keyOf(source: PageSource, url: string, cookies: string | undefined): string | null {
  try {
    return source.plainKey(url, cookies) ?? source.read(url, cookies)?.key ?? null
  } catch {
    return null
  }
}
