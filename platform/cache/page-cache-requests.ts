import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageCache } from '#platform/cache/page-cache.ts'
import { answerAtOnce, pageAnswer, type PageAnswer } from '#platform/cache/page-cache-answer.ts'
import type { PageSource } from '#pure/rendered-page.ts'

/** Public pages as answers to requests. */
export interface CachedPages {
  /** The answer to a request; null: it is for no public page. */
  answer: (request: Request) => Promise<PageAnswer | null>
  /** Answers from bytes that are there, before any route or hook runs; false when there are none. */
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean
}

interface Options {
  cache: PageCache
  source: PageSource
  /** On every answer of the shop: the security headers. */
  headers: Readonly<Record<string, string>>
}

/** Hands address and province of a request to the source of pages, and nothing else of it. */
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
      const { method, url = '/', headers: asked } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const key = keyOf(source, url, asked.cookie)
      return key !== null && answerAtOnce(cache, key, { request, response, headers })
    },
  }
}

/**
 * Here nobody catches: an address that breaks its reader must break its own request, further on, and
 * not the process.
 */
function keyOf(source: PageSource, url: string, cookies: string | undefined): string | null {
  try {
    return source.plainKey(url, cookies) ?? source.read(url, cookies)?.key ?? null
  } catch {
    return null
  }
}
