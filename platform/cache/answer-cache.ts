import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { quicklyEncoded } from '#platform/cache/page-cache-bytes.ts'
import { createPageCache, type PageCacheStats } from '#platform/cache/page-cache.ts'
import { answerAtOnce, pageAnswer, type PageAnswer } from '#platform/cache/page-cache-answer.ts'

/** Answers of public operations as bytes, cached by URL (decisions/069). */
export interface AnswerCache {
  /** Sends a cached answer before any route or hook runs. Returns false when there is none. */
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Returns the cached answer, or makes it: once for all concurrent requests. */
  answer: (
    url: string,
    headers: IncomingHttpHeaders,
    make: () => Promise<string>,
  ) => Promise<PageAnswer>
  /** Removes the answers that may depend on the changed tags. */
  remove: (tags: ReadonlySet<string>) => void
  stats: () => PageCacheStats
}

interface Options {
  /** Limit for URLs and bodies, in bytes. With 0 nothing is cached. */
  max_bytes: number
  /** Headers of every answer that is data: the security headers. */
  headers: Readonly<Record<string, string>>
}

/** Dates and recent views change answers without a notification, so no answer is older than this. */
const fresh_ms = 60_000
const longest_address = 1_000
const served_under = '/api/'

/** Like the data answer of a page (decisions/055): only the URL decides, and it contains the province. */
const answer_headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=10',
  vary: 'accept-encoding',
}

/** Any change removes all answers: the counts of a listing may change with any product. */
export function createAnswerCache({ max_bytes, headers }: Options): AnswerCache {
  const cache = createPageCache({ max_bytes, encode: quicklyEncoded })
  return {
    answerAtOnce(request, response) {
      const { method, url = '' } = request
      if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(served_under)) return false
      return answerAtOnce(cache, url, { request, response, headers })
    },
    async answer(url, request_headers, make) {
      const key = url.length <= longest_address ? url : null
      const page = await cache.get({ key, render: () => rendered(make) })
      return pageAnswer(cache, page, {
        accept_encoding: joined(request_headers['accept-encoding']),
        if_none_match: request_headers['if-none-match'],
      })
    },
    remove: cache.remove,
    stats: cache.stats,
  }
}

async function rendered(make: () => Promise<string>) {
  const body = await make()
  return { status: 200, headers: answer_headers, body, tags: [], fresh_ms, stale_ms: 0 }
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
