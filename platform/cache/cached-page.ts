import { hash } from 'node:crypto'
import { type Freshness, freshnessOf } from '#platform/cache/freshness.ts'
import type { encoded, Encoding } from '#platform/cache/page-cache-bytes.ts'
import { ANY_CHANGE } from '#platform/cache/page-cache-tags.ts'
import type { RenderedPage } from '#pure/rendered-page.ts'

/** A page as bytes, and all that its cache has to know of it. */
export interface CachedPage {
  key: string
  status: number
  headers: Readonly<Record<string, string>>
  tags: readonly string[]
  /** Of the body as it is before encoding. */
  digest: string
  is_empty: boolean
  bodies: Map<Encoding, Buffer>
  /** Encodings that are being made. */
  being_encoded: Map<Encoding, Promise<Buffer>>
  /** Header lines that were put together once, for the fast answer (page-cache-answer.ts). */
  lines: Map<Encoding, HeaderLines>
  freshness: Freshness
  /** Makes the same page anew. */
  render: () => Promise<RenderedPage>
}

/** Names and values one after another, as node:http takes them. */
export interface HeaderLines {
  etag: string
  whole: readonly string[]
  /** Of a 304. */
  unchanged: readonly string[]
}

export type Encode = typeof encoded

/** What a page takes beside its bodies and its key. */
const overhead_bytes = 1_000

/** The page of a render that ended at `now`. An answer with a cookie is somebody's own: it is refused. */
export function cachedPage(
  key: string,
  page: RenderedPage,
  render: () => Promise<RenderedPage>,
  now: number,
): CachedPage {
  if ('set-cookie' in page.headers) throw new TypeError(`a public page set a cookie: ${key}`)
  const plain = Buffer.from(page.body)
  return {
    key,
    status: page.status,
    headers: page.headers,
    tags: page.tags.length > 0 ? page.tags : [ANY_CHANGE],
    digest: hash('sha256', plain, 'base64url').slice(0, 22),
    is_empty: plain.length === 0,
    bodies: new Map(plain.length === 0 ? emptyBodies(plain) : [['identity', plain]]),
    being_encoded: new Map(),
    lines: new Map(),
    freshness: freshnessOf(page, now),
    render,
  }
}

export function sizeOf({ key, bodies }: CachedPage): number {
  let size = overhead_bytes + key.length * 2
  for (const body of bodies.values()) size += body.length
  return size
}

/** The body in an encoding, made once however many ask; afterwards it stands in `bodies`. */
export async function bodyIn(page: CachedPage, to: Encoding, encode: Encode): Promise<Buffer> {
  const found = page.bodies.get(to) ?? page.being_encoded.get(to)
  if (found !== undefined) return found
  const making = encodedBody(page, to, encode)
  page.being_encoded.set(to, making)
  try {
    page.bodies.set(to, await making)
    // The packed form says it all in a fifth of the room; the plain one is unpacked for the few.
    if (to === 'br') page.bodies.delete('identity')
  } finally {
    page.being_encoded.delete(to)
  }
  return making
}

function encodedBody({ bodies }: CachedPage, to: Encoding, encode: Encode): Promise<Buffer> {
  const packed = bodies.get('br')
  if (packed !== undefined) return encode(packed, 'br', to)
  const [from, body] = [...bodies][0] ?? ['identity', Buffer.alloc(0)]
  return encode(body, from, to)
}

function emptyBodies(nothing: Buffer): [Encoding, Buffer][] {
  return [
    ['identity', nothing],
    ['br', nothing],
    ['gzip', nothing],
  ]
}
