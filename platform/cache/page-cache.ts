import { hash } from 'node:crypto'
import { ANY_CHANGE, createTagIndex } from '#platform/cache/page-cache-tags.ts'
import { type Encoding, encoded } from '#platform/cache/page-cache-bytes.ts'
import type { PageRecipe, RenderedPage } from '#pure/rendered-page.ts'

/** A page as bytes. */
export interface HeldPage {
  status: number
  headers: Readonly<Record<string, string>>
  /** Of the body as it is before encoding. */
  digest: string
  is_empty: boolean
  bodies: Map<Encoding, Buffer>
  making: Map<Encoding, Promise<Buffer>>
  /** Header lines that were put together once, for the fast way out (page-cache-answer.ts). */
  lines: Map<Encoding, HeaderLines>
}

/** Names and values one after another, as node:http takes them. */
export interface HeaderLines {
  etag: string
  whole: readonly string[]
  /** Of a 304. */
  unchanged: readonly string[]
}

export interface PageCacheStats {
  hits: number
  stale: number
  misses: number
  evicted: number
  bytes: number
  entries: number
}

export interface PageCache {
  /**
   * What may be shown at once, in an encoding if one is named; a page that has aged is shown and made
   * anew meanwhile.
   */
  find: (key: string, encoding?: Encoding) => HeldPage | null
  /** The same, or rendered: once, however many wait for it. */
  get: (recipe: PageRecipe) => Promise<HeldPage>
  /** The body in an encoding, made at first use. */
  body: (page: HeldPage, encoding: Encoding) => Promise<Buffer>
  /** Removes everything made of something that changed, and what is being made of it too. */
  remove: (tags: ReadonlySet<string>) => void
  stats: () => PageCacheStats
}

interface PageCacheOptions {
  /** Room for keys and bodies; 0: nothing is kept, every request renders. */
  max_bytes: number
  /** Milliseconds on a clock that never goes back. */
  now?: () => number
  /** Told when a page could not be made anew and the old one goes on being shown. */
  onRefreshFailed?: (error: unknown, key: string) => void
  /** Packs bodies. */
  encode?: Encode
}

type Encode = typeof encoded

interface Entry extends HeldPage {
  key: string
  tags: readonly string[]
  size: number
  fresh_until: number
  stale_until: number
  /** Beyond this it is not even shown when the shop is in trouble. */
  useless_at: number
  /** No attempt to make it anew before. */
  next_try: number
  render: () => Promise<RenderedPage>
}

const trouble_ms = 3_600_000
const retry_ms = 5_000
const entry_overhead = 1_000
const largest_answer = 2_000_000

/**
 * Rendered pages as bytes in memory: bound in bytes (least recently used go first), each rendered once
 * however many wait, shown a little old while it is made anew, and gone at once when what it was made
 * of changes.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { max_bytes, now = () => performance.now(), encode = encoded } = options
  const entries = new Map<string, Entry>()
  const flights = new Map<string, Promise<Entry>>()
  const index = createTagIndex()
  const counts = { hits: 0, stale: 0, misses: 0, evicted: 0 }
  let bytes = 0

  const drop = (entry: Entry) => {
    if (!entries.delete(entry.key)) return
    bytes -= entry.size
    index.drop(entry.key, entry.tags)
  }
  const dropKey = (key: string) => {
    const entry = entries.get(key)
    if (entry) drop(entry)
  }
  const resize = (entry: Entry) => {
    const size = sizeOf(entry)
    if (entries.get(entry.key) === entry) bytes += size - entry.size
    entry.size = size
    for (const oldest of entries.values()) {
      if (bytes <= max_bytes) break
      drop(oldest)
      counts.evicted++
    }
  }
  const keep = (entry: Entry) => {
    dropKey(entry.key)
    entries.set(entry.key, entry)
    index.add(entry.key, entry.tags)
    bytes += entry.size
    resize(entry)
  }

  const fly = (key: string, render: () => Promise<RenderedPage>): Promise<Entry> => {
    const under_way = flights.get(key)
    if (under_way) return under_way
    const since = index.moment()
    const flight = render().then((page) => {
      const entry = entryOf(key, page, render, now())
      const room = Math.min(largest_answer, max_bytes / 8)
      const may_keep = page.fresh_ms > 0 && entry.size <= room
      if (may_keep && !index.hasChanged(entry.tags, since)) keep(entry)
      // What is no longer there, or elsewhere, is not shown from memory until it has aged.
      else if (page.fresh_ms === 0 && page.status < 500) dropKey(key)
      return entry
    })
    flights.set(key, flight)
    const landed = () => {
      // After a change somebody else may already be making the next one.
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.then(landed, landed)
    return flight
  }

  const refresh = (entry: Entry) => {
    if (now() < entry.next_try) return
    entry.next_try = now() + retry_ms
    fly(entry.key, entry.render).catch((error: unknown) =>
      options.onRefreshFailed?.(error, entry.key),
    )
  }

  const find = (key: string, encoding?: Encoding): Entry | null => {
    const entry = entries.get(key)
    if (entry === undefined) return null
    if (encoding !== undefined && !entry.bodies.has(encoding)) return null
    const time = now()
    if (time >= entry.stale_until) return null
    entries.delete(key)
    entries.set(key, entry)
    if (time < entry.fresh_until) counts.hits++
    else {
      counts.stale++
      refresh(entry)
    }
    return entry
  }

  return {
    find,
    async get({ key, render }) {
      const held = key === null ? null : find(key)
      if (held) return held
      counts.misses++
      if (key === null || max_bytes === 0) return entryOf('', await render(), render, now())
      const old = entries.get(key)
      const entry = await fly(key, render)
      const is_trouble = entry.status >= 500 && old !== undefined
      return is_trouble && now() < old.useless_at ? old : entry
    },
    async body(page, encoding) {
      const made = page.bodies.get(encoding) ?? page.making.get(encoding)
      if (made !== undefined) return made
      const making = bodyIn(page, encoding, encode)
      page.making.set(encoding, making)
      try {
        page.bodies.set(encoding, await making)
        // The packed form says it all in a fifth of the room; the plain one is unpacked for the few.
        if (encoding === 'br') page.bodies.delete('identity')
      } finally {
        page.making.delete(encoding)
      }
      const entry = page as Entry
      resize(entry)
      return making
    },
    remove(tags) {
      for (const key of index.change(tags, entries.keys())) dropKey(key)
      // Who asks from now on must not be given what was begun before.
      flights.clear()
    },
    stats: () => ({ ...counts, bytes, entries: entries.size }),
  }
}

function entryOf(
  key: string,
  page: RenderedPage,
  render: () => Promise<RenderedPage>,
  time: number,
): Entry {
  if ('set-cookie' in page.headers) throw new TypeError(`a public page set a cookie: ${key}`)
  const plain = Buffer.from(page.body)
  const entry: Entry = {
    key,
    status: page.status,
    headers: page.headers,
    tags: page.tags.length > 0 ? page.tags : [ANY_CHANGE],
    digest: hash('sha256', plain, 'base64url').slice(0, 22),
    is_empty: plain.length === 0,
    bodies: new Map(plain.length === 0 ? emptyBodies(plain) : [['identity', plain]]),
    making: new Map(),
    lines: new Map(),
    size: 0,
    fresh_until: time + page.fresh_ms,
    stale_until: time + page.fresh_ms + page.stale_ms,
    useless_at: time + trouble_ms,
    next_try: 0,
    render,
  }
  entry.size = sizeOf(entry)
  return entry
}

function emptyBodies(nothing: Buffer): [Encoding, Buffer][] {
  return [
    ['identity', nothing],
    ['br', nothing],
    ['gzip', nothing],
  ]
}

function bodyIn(page: HeldPage, encoding: Encoding, encode: Encode): Promise<Buffer> {
  const [from, body] = [...page.bodies][0] ?? ['identity', Buffer.alloc(0)]
  const packed = page.bodies.get('br')
  return packed === undefined ? encode(body, from, encoding) : encode(packed, 'br', encoding)
}

function sizeOf(entry: Entry): number {
  let size = entry_overhead + entry.key.length * 2
  for (const body of entry.bodies.values()) size += body.length
  return size
}
