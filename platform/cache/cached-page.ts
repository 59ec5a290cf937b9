import { crc32 } from 'node:zlib'
import { type Freshness, freshnessOf } from '#platform/cache/freshness.ts'
import type { encoded, Encoding } from '#platform/cache/page-cache-bytes.ts'
import { ANY_CHANGE } from '#platform/cache/page-cache-tags.ts'
import type { RenderedPage } from '#pure/rendered-page.ts'

/** A rendered page as bytes, with what its cache needs to know about it. */
export interface CachedPage {
  key: string
  status: number
  headers: Readonly<Record<string, string>>
  tags: readonly string[]
  /** Tells two bodies of the page apart, before compression. It protects from nothing: a checksum is enough. */
  digest: string
  is_empty: boolean
  bodies: Map<Encoding, Buffer>
  /** Encodings that are being produced. */
  being_encoded: Map<Encoding, Promise<Buffer>>
  /** Header lines that were composed once, for the fast answer (page-cache-answer.ts). */
  lines: Map<Encoding, HeaderLines>
  freshness: Freshness
  /** Renders the same page again. */
  render: () => Promise<RenderedPage>
}

/** Names and values alternate, as node:http expects them. */
export interface HeaderLines {
  whole: readonly string[]
  /** For a 304. */
  unchanged: readonly string[]
}

export type Encode = typeof encoded

/** Estimated memory of an entry besides its bodies and its key. */
const overhead_bytes = 1_000

/**
 * The page of a render that ended at `now`. Throws for an answer with a cookie: it belongs to one shopper.
 */
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
    digest: `${plain.length.toString(36)}-${crc32(plain).toString(36)}`,
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

/**
 * Returns the body in an encoding. It is produced once for all concurrent requests and stored in `bodies`.
 */
export async function bodyIn(
  page: CachedPage,
  encoding: Encoding,
  encode: Encode,
): Promise<Buffer> {
  const existing = page.bodies.get(encoding) ?? page.being_encoded.get(encoding)
  if (existing !== undefined) return existing
  const making = encodedBody(page, encoding, encode)
  page.being_encoded.set(encoding, making)
  try {
    page.bodies.set(encoding, await making)
    // The compressed body takes a fifth of the memory. The few clients without Brotli get it decompressed.
    if (encoding === 'br') page.bodies.delete('identity')
  } finally {
    page.being_encoded.delete(encoding)
  }
  return making
}

function encodedBody({ bodies }: CachedPage, to: Encoding, encode: Encode): Promise<Buffer> {
  const packed = bodies.get('br')
  if (packed !== undefined) return encode(packed, 'br', to)
  const [from, body] = [...bodies][0] ?? ['identity', Buffer.alloc(0)]
  return encode(body, from, to)
}

function emptyBodies(empty: Buffer): [Encoding, Buffer][] {
  return [
    ['identity', empty],
    ['br', empty],
    ['gzip', empty],
  ]
}
