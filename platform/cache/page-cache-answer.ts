import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedPage, HeaderLines } from '#platform/cache/cached-page.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'
import { chooseEncoding, type Encoding } from '#platform/cache/page-cache-bytes.ts'

/** What of a request decides how a page is encoded, never what it says. */
export interface Negotiation {
  accept_encoding: string | undefined
  if_none_match: string | undefined
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer | null
}

/** A page for one request: its bytes in the right encoding, or 304 for who has them. */
export async function pageAnswer(
  cache: PageCache,
  page: CachedPage,
  asked: Negotiation,
): Promise<PageAnswer> {
  const encoding = chooseEncoding(asked.accept_encoding)
  const etag = etagOf(page, encoding)
  if (page.status === 200 && matches(asked.if_none_match, etag)) {
    return { status: 304, headers: headersOf(page, 'identity', etag), body: null }
  }
  const body = await cache.body(page, encoding)
  return { status: page.status, headers: headersOf(page, encoding, etag), body }
}

/**
 * Answers from bytes that are there, without a route, a hook or a promise. False when there is
 * something to do first.
 */
export function answerAtOnce(
  cache: PageCache,
  key: string,
  { request, response, headers }: Exchange,
): boolean {
  const encoding = chooseEncoding(one(request.headers['accept-encoding']))
  const page = cache.find(key, encoding)
  const body = page?.bodies.get(encoding)
  if (page === null || body === undefined) return false
  const lines = page.lines.get(encoding) ?? makeLines(page, encoding, headers)
  const id = randomUUID()
  if (page.status === 200 && matches(request.headers['if-none-match'], lines.etag)) {
    response.writeHead(304, [...lines.unchanged, 'x-request-id', id])
    response.end()
    return true
  }
  response.writeHead(page.status, [...lines.whole, 'x-request-id', id])
  if (request.method === 'HEAD') response.end()
  else response.end(body)
  return true
}

/** Puts the header lines of a page in one encoding together, once. */
function makeLines(
  page: CachedPage,
  encoding: Encoding,
  of_every_answer: Readonly<Record<string, string>>,
): HeaderLines {
  const etag = etagOf(page, encoding)
  const length = String(page.bodies.get(encoding)?.length ?? 0)
  const pairs = (headers: Readonly<Record<string, string>>) => Object.entries(headers).flat()
  const lines = {
    etag,
    whole: pairs({
      ...headersOf(page, encoding, etag),
      'content-length': length,
      ...of_every_answer,
    }),
    unchanged: pairs({ ...headersOf(page, 'identity', etag), ...of_every_answer }),
  }
  page.lines.set(encoding, lines)
  return lines
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** On every answer of the shop: the security headers. */
  headers: Readonly<Record<string, string>>
}

function headersOf(page: CachedPage, encoding: Encoding, etag: string): Record<string, string> {
  const headers: Record<string, string> = { ...page.headers }
  if (encoding !== 'identity' && !page.is_empty) headers['content-encoding'] = encoding
  if (page.status === 200) headers['etag'] = etag
  return headers
}

/** Strong, so one for each encoding: a cache may put ranges of equal bytes together. */
function etagOf({ digest }: CachedPage, encoding: Encoding): string {
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(asked: string | undefined, etag: string): boolean {
  if (asked === undefined) return false
  if (asked === etag || asked === '*') return true
  return (
    asked.length < 1_000 && asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
