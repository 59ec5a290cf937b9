import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedPage, HeaderLines } from '#platform/cache/cached-page.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'
import { chooseEncoding, type Encoding } from '#platform/cache/page-cache-bytes.ts'

/** The request headers that decide how a page is encoded. They never change its content. */
interface Negotiation {
  accept_encoding: string | undefined
  if_none_match: string | undefined
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer | null
}

/** Answers one request with a page: the bytes in the right encoding, or 304 if the client has them. */
export async function pageAnswer(
  cache: PageCache,
  page: CachedPage,
  negotiation: Negotiation,
): Promise<PageAnswer> {
  const encoding = chooseEncoding(negotiation.accept_encoding)
  const etag = etagOf(page, encoding)
  if (page.status === 200 && matches(negotiation.if_none_match, etag)) {
    return { status: 304, headers: headersOf(page, 'identity', etag), body: null }
  }
  const body = await cache.body(page, encoding)
  return { status: page.status, headers: headersOf(page, encoding, etag), body }
}

/**
 * Sends a page that is cached in the right encoding, or 304 if the client has it, without a route, a hook or a
 * promise. Returns false when the page must be rendered or encoded first.
 */
export function answerAtOnce(
  cache: PageCache,
  key: string,
  { request, response, headers }: Exchange,
): boolean {
  const encoding = chooseEncoding(joined(request.headers['accept-encoding']))
  const isKnown = (page: CachedPage) =>
    page.status === 200 && matches(request.headers['if-none-match'], etagOf(page, encoding))
  // A page that was rendered again is not encoded yet. A client that has it needs no body.
  const page = cache.find(key, (found) => found.bodies.has(encoding) || isKnown(found))
  if (page === null) return false
  const lines = page.lines.get(encoding) ?? makeLines(page, encoding, headers)
  const id = randomUUID()
  if (isKnown(page)) {
    response.writeHead(304, [...lines.unchanged, 'x-request-id', id])
    response.end()
    return true
  }
  response.writeHead(page.status, [...lines.whole, 'x-request-id', id])
  if (request.method === 'HEAD') response.end()
  else response.end(page.bodies.get(encoding))
  return true
}

/** Composes the header lines of a page in one encoding, once: the shop's, or the page's own instead. */
function makeLines(
  page: CachedPage,
  encoding: Encoding,
  common_headers: Readonly<Record<string, string>>,
): HeaderLines {
  const etag = etagOf(page, encoding)
  const body = page.bodies.get(encoding)
  const pairs = (headers: Readonly<Record<string, string>>) => Object.entries(headers).flat()
  const lines = {
    whole: pairs({
      ...common_headers,
      ...headersOf(page, encoding, etag),
      'content-length': String(body?.length ?? 0),
    }),
    unchanged: pairs({ ...common_headers, ...headersOf(page, 'identity', etag) }),
  }
  if (body !== undefined) page.lines.set(encoding, lines)
  return lines
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Headers of every answer of the shop: the security headers. */
  headers: Readonly<Record<string, string>>
}

function headersOf(page: CachedPage, encoding: Encoding, etag: string): Record<string, string> {
  const headers: Record<string, string> = { ...page.headers }
  if (encoding !== 'identity' && !page.is_empty) headers['content-encoding'] = encoding
  if (page.status === 200) headers['etag'] = etag
  return headers
}

/** A strong tag, so one for each encoding: a cache may combine ranges of equal bytes. */
function etagOf({ digest }: CachedPage, encoding: Encoding): string {
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(if_none_match: string | undefined, etag: string): boolean {
  if (if_none_match === undefined) return false
  if (if_none_match === etag || if_none_match === '*') return true
  return (
    if_none_match.length < 1_000 &&
    if_none_match.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
