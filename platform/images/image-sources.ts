import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { createSizedLru } from '#platform/cache/sized-lru.ts'
import { createSingleFlight } from '#platform/cache/single-flight.ts'
import type { ImageAddress } from '#platform/images/image-address.ts'
import { type FetchPicture, tooLarge } from '#platform/images/image-fetch.ts'
import { ImageProblem, noSuchPicture } from '#platform/images/image-problem.ts'
import type { ImageStore } from '#platform/images/image-store.ts'
import { rasterTypeOf } from '#platform/images/image-type.ts'

/** An original picture. `version` changes with its content. */
export interface ImageSource {
  version: string
  read: () => Promise<Buffer>
}

/** Returns the bytes of a stored picture by the rest of its path. Null: there is none that shoppers may see. */
export type FindStored = (name: string) => Promise<Buffer | null>

interface ImageSourcesOptions {
  /** Folders of the host `media`. The first one with the file wins. */
  folders: readonly string[]
  /** Hosts whose pictures the shop stores itself, by their name in the URL. */
  stored?: Readonly<Record<string, FindStored>>
  /** Origins of the other names of the host map, such as https://cdn.example/products. */
  origins: Readonly<Record<string, string>>
  fetchPicture: FetchPicture
  /** Stores originals of other hosts. */
  store: ImageStore
  now: () => Date
}

export const max_source_bytes = 20_000_000
/** How long an original of another host is considered unchanged. */
const fresh_ms = 86_400_000
/** How long a failed request is not repeated. */
const failure_ms = 10_000
/** How long a stored picture is considered shown, once it was. */
const shown_ms = 60_000
const max_remembered = 20_000

/** Finds the original of a URL. Hosts are a fixed map, never a URL from a request. */
export function imageSources(options: ImageSourcesOptions) {
  const local = localPictures(options.folders)
  const remote = remotePictures(options)
  const stored = storedPictures(options)
  return async ({ host, segments }: ImageAddress): Promise<ImageSource> => {
    if (host === 'media') return local(segments)
    const findStored = stored.get(host)
    if (findStored !== undefined) return findStored(segments.join('/'))
    const origin = Object.hasOwn(options.origins, host) ? options.origins[host] : undefined
    if (origin === undefined) throw new ImageProblem(404, 'unknown_host', 'No such picture host.')
    // The host does not get `?v=`: anybody can invent versions, and each would be fetched and stored.
    return remote(new URL(`${origin}/${segments.map(encodeURIComponent).join('/')}`))
  }
}

/** The start of a content's hash, as the `?v=` of a URL may state it. */
export function contentVersion(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

function localPictures(folders: readonly string[]) {
  const versions = bounded<{ stamp: string; version: string }>()
  return async (segments: readonly string[]): Promise<ImageSource> => {
    for (const folder of folders) {
      const file = await fileWithin(folder, segments)
      if (file === null) continue
      const { size, mtimeMs } = await stat(file)
      if (size > max_source_bytes) throw tooLarge()
      const stamp = `${size} ${mtimeMs}`
      const cached = versions.get(file)
      if (cached?.stamp === stamp) return { version: cached.version, read: () => readFile(file) }
      const bytes = await readFile(file)
      requireRaster(bytes)
      const version = contentVersion(bytes)
      versions.set(file, { stamp, version })
      return { version, read: async () => bytes }
    }
    throw noSuchPicture()
  }
}

/** The real path of a file, or null if it does not exist or a link leads out of the folder. */
async function fileWithin(folder: string, segments: readonly string[]): Promise<string | null> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, ...segments))
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : null
  } catch {
    return null
  }
}

/** The finders of stored pictures. Each asks again after a minute whether a picture is still shown. */
function storedPictures({ stored = {}, now }: ImageSourcesOptions) {
  const sourceFrom = (find: FindStored) => {
    const versions = bounded<KnownVersion>()
    const read = async (name: string) => {
      const bytes = await find(name)
      if (bytes === null) throw noSuchPicture()
      return bytes
    }
    return async (name: string): Promise<ImageSource> => {
      const time = now().getTime()
      const current = versions.get(name)
      if (current !== undefined && current.until > time) {
        return { version: current.version, read: () => read(name) }
      }
      const bytes = await read(name)
      requireRaster(bytes)
      const version = contentVersion(bytes)
      versions.set(name, { version, until: time + shown_ms })
      return { version, read: async () => bytes }
    }
  }
  return new Map(Object.entries(stored).map(([host, find]) => [host, sourceFrom(find)]))
}

interface KnownVersion {
  version: string
  until: number
}

function remotePictures({ fetchPicture, store, now }: ImageSourcesOptions) {
  const versions = bounded<KnownVersion>()
  const failed = bounded<{ problem: unknown; until: number }>()
  const fetching = createSingleFlight<ImageSource>()
  const source = (key: string, version: string, url: URL): ImageSource => ({
    version,
    read: async () => (await store.get(`${key}-${version}`)) ?? (await fetchPicture(url)),
  })
  const refresh = async (key: string, url: URL): Promise<ImageSource> => {
    try {
      const bytes = await fetchPicture(url)
      requireRaster(bytes)
      const version = contentVersion(bytes)
      versions.set(key, { version, until: now().getTime() + fresh_ms })
      await store.put(`${key}-${version}`, bytes)
      return { version, read: async () => bytes }
    } catch (error) {
      const before = versions.get(key)
      const until = now().getTime() + failure_ms
      if (before === undefined) failed.set(key, { problem: error, until })
      else versions.set(key, { ...before, until })
      // An old picture is better than none while its host is unavailable.
      if (before === undefined) throw error
      return source(key, before.version, url)
    }
  }
  return async (url: URL): Promise<ImageSource> => {
    const key = createHash('sha256').update(url.href).digest('hex')
    const time = now().getTime()
    const current = versions.get(key)
    if (current !== undefined && current.until > time) return source(key, current.version, url)
    const failure = failed.get(key)
    if (failure !== undefined && failure.until > time) throw failure.problem
    return fetching.run(key, () => refresh(key, url))
  }
}

function requireRaster(bytes: Buffer): void {
  if (rasterTypeOf(bytes) !== null) return
  throw new ImageProblem(415, 'not_a_picture', 'The file is not a picture that can be shown.')
}

/** A map that drops its oldest entries. */
function bounded<T>() {
  const entries = createSizedLru<T>({ max_size: max_remembered })
  return {
    get: entries.peek,
    set: (key: string, value: T) => entries.set(key, value, 1),
  }
}
