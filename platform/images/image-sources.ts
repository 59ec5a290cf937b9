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

/** An original: `version` changes with its content. */
export interface ImageSource {
  version: string
  read: () => Promise<Buffer>
}

export interface ImageSourcesOptions {
  /** Folders behind the host `media`, the first that has the file wins. */
  folders: readonly string[]
  /** Origins behind the other names of the host map, such as https://cdn.example/goods. */
  origins: Readonly<Record<string, string>>
  fetchPicture: FetchPicture
  /** Originals from elsewhere are stored here. */
  store: ImageStore
  now: () => Date
}

export const most_source_bytes = 20_000_000
/** How long an original from elsewhere is believed to be unchanged, and a bad host to be bad. */
const fresh_ms = 86_400_000
const sorry_ms = 10_000
const most_remembered = 20_000

/** Finds the original behind an address: hosts are a fixed map, never a URL from a request. */
export function imageSources(options: ImageSourcesOptions) {
  const local = localPictures(options.folders)
  const remote = remotePictures(options)
  return async ({ host, segments, version }: ImageAddress): Promise<ImageSource> => {
    if (host === 'media') return local(segments)
    const origin = Object.hasOwn(options.origins, host) ? options.origins[host] : undefined
    if (origin === undefined) throw new ImageProblem(404, 'unknown_host', 'No such picture host.')
    const url = new URL(`${origin}/${segments.map(encodeURIComponent).join('/')}`)
    if (version !== null) url.searchParams.set('v', version)
    return remote(url)
  }
}

/** The start of a content's hash, as `?v=` of an address may state it. */
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
      if (size > most_source_bytes) throw tooLarge()
      const stamp = `${size} ${mtimeMs}`
      const known = versions.get(file)
      if (known?.stamp === stamp) return { version: known.version, read: () => readFile(file) }
      const bytes = await readFile(file)
      requireRaster(bytes)
      const version = contentVersion(bytes)
      versions.set(file, { stamp, version })
      return { version, read: async () => bytes }
    }
    throw noSuchPicture()
  }
}

/** The real path of a file, or null where there is none or a link leads out of the folder. */
async function fileWithin(folder: string, segments: readonly string[]): Promise<string | null> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, ...segments))
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : null
  } catch {
    return null
  }
}

interface Known {
  version: string
  until: number
}

function remotePictures({ fetchPicture, store, now }: ImageSourcesOptions) {
  const known = bounded<Known>()
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
      known.set(key, { version, until: now().getTime() + fresh_ms })
      await store.put(`${key}-${version}`, bytes)
      return { version, read: async () => bytes }
    } catch (error) {
      const before = known.get(key)
      const until = now().getTime() + sorry_ms
      if (before === undefined) failed.set(key, { problem: error, until })
      else known.set(key, { ...before, until })
      // An old picture is better than none while its host is away.
      if (before === undefined) throw error
      return source(key, before.version, url)
    }
  }
  return async (url: URL): Promise<ImageSource> => {
    const key = createHash('sha256').update(url.href).digest('hex')
    const time = now().getTime()
    const found = known.get(key)
    if (found !== undefined && found.until > time) return source(key, found.version, url)
    const failure = failed.get(key)
    if (failure !== undefined && failure.until > time) throw failure.problem
    return fetching.run(key, () => refresh(key, url))
  }
}

function requireRaster(bytes: Buffer): void {
  if (rasterTypeOf(bytes) !== null) return
  throw new ImageProblem(415, 'not_a_picture', 'What lies there is no picture that can be shown.')
}

/** A map that forgets its oldest. */
function bounded<T>() {
  const found = createSizedLru<T>({ max_size: most_remembered })
  return {
    get: found.peek,
    set: (key: string, value: T) => found.set(key, value, 1),
  }
}
