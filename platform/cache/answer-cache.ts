import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { quicklyEncoded } from '#platform/cache/page-cache-bytes.ts'
import { createPageCache, type PageCacheStats } from '#platform/cache/page-cache.ts'
import { answerAtOnce, pageAnswer, type PageAnswer } from '#platform/cache/page-cache-answer.ts'

/** Answers of public operations as bytes, by their addresses (decisions/069). */
export interface AnswerCache {
  /** Answers from bytes that are there, before any route or hook runs; false when there are none. */
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The same, or made: once, however many wait for it. */
  answer: (
    url: string,
    headers: IncomingHttpHeaders,
    make: () => Promise<string>,
  ) => Promise<PageAnswer>
  /** Removes what may have been made of something that changed. */
  remove: (tags: ReadonlySet<string>) => void
  stats: () => PageCacheStats
}

interface Options {
  /** Room for addresses and bodies; 0: nothing is cached. */
  max_bytes: number
  /** On every answer of the shop: the security headers. */
  headers: Readonly<Record<string, string>>
}

/** The date, and what shoppers look at, change answers without a notification: none is older than this. */
const fresh_ms = 60_000
const longest_address = 1_000
const served_under = '/api/'

/** As what a page's data answer says (decisions/055): the address alone decides, province included. */
const answer_headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=10',
  vary: 'accept-encoding',
}

/** Any change removes them all: counts of a list may move with any product. */
export function createAnswerCache({ max_bytes, headers }: Options): AnswerCache {
  const cache = createPageCache({ max_bytes, encode: quicklyEncoded })
  return {
    answerAtOnce(request, response) {
      const { method, url = '' } = request
      if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(served_under)) return false
      return answerAtOnce(cache, url, { request, response, headers })
    },
    async answer(url, asked, make) {
      const key = url.length <= longest_address ? url : null
      const page = await cache.get({ key, render: () => rendered(make) })
      return pageAnswer(cache, page, {
        accept_encoding: oneLine(asked['accept-encoding']),
        if_none_match: asked['if-none-match'],
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

function oneLine(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
