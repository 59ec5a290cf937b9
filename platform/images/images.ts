import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createSingleFlight } from '#platform/cache/single-flight.ts'
import { formatFor, type ImageFormat, parseImageAddress } from '#platform/images/image-address.ts'
import { encoder_version, imageEncoder } from '#platform/images/image-encoder.ts'
import { type FetchPicture, limitFetches, pictureFetcher } from '#platform/images/image-fetch.ts'
import { ImageProblem } from '#platform/images/image-problem.ts'
import {
  type FindStored,
  type ImageSource,
  imageSources,
  max_source_bytes,
} from '#platform/images/image-sources.ts'
import { imageStore } from '#platform/images/image-store.ts'
import { rasterTypeOf } from '#platform/images/image-type.ts'
import type { Log } from '#platform/observe/log.ts'
import { errorBody } from '#platform/http/serve.ts'

export interface ImagesOptions {
  /** Folders of the host `media`. */
  folders: readonly string[]
  /** Hosts whose pictures the shop stores itself. */
  stored?: Readonly<Record<string, FindStored>>
  /** The fixed host map: name → https origin. */
  origins: Readonly<Record<string, string>>
  data_dir: string
  disk_bytes: number
  /** Whether performance-test agents get quality 1 (contract §9). */
  is_worst_for_tests: boolean
  log: Log
  now: () => Date
  fetchPicture?: FetchPicture
}

interface PreparedImage {
  bytes: Buffer
  etag: string
  cache: string
}

const limit_ms = 10_000
const memory_bytes = 24_000_000
const test_agents = /lighthouse|pagespeed|gtmetrix/i

const cache_forever = 'public, max-age=31536000, immutable'
const cache_a_day = 'public, max-age=86400, stale-while-revalidate=2592000'
/** For a preliminary format, and for a URL that states another version. */
const cache_shortly = 'public, max-age=300'

/** GET /image/{width}x,webp,q100/{host}/{path} (contract §7): the shop's pictures in the displayed size. */
export function serveImages(fastify: FastifyInstance, options: ImagesOptions): void {
  const pictures = pictureMaker(options)
  const vary = options.is_worst_for_tests ? 'accept, user-agent' : 'accept'
  fastify.get('/image/*', { config: { service: 'imageService' } }, async (request, reply) => {
    reply.header('vary', vary)
    try {
      return await send(await withinLimit(pictures(request)), request, reply)
    } catch (error) {
      if (!(error instanceof ImageProblem)) throw error
      if (error.status >= 500) request.log.warn({ code: error.code }, 'a picture was not served')
      if (error.status === 503) reply.header('retry-after', '1')
      const cache = error.status === 404 ? 'public, max-age=60' : 'no-store'
      const answer = errorBody(error.code, error.message)
      return reply.code(error.status).header('cache-control', cache).send(answer)
    }
  })
}

function send({ bytes, etag, cache }: PreparedImage, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', etag).header('cache-control', cache)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(`image/${rasterTypeOf(bytes) ?? 'webp'}`).send(bytes)
}

function pictureMaker(options: ImagesOptions) {
  const folder = join(options.data_dir, 'images')
  const store = imageStore({
    folder,
    memory_bytes,
    disk_bytes: options.disk_bytes,
    log: options.log,
  })
  const fetchPicture = limitFetches(
    options.fetchPicture ?? pictureFetcher({ max_bytes: max_source_bytes, limit_ms }),
  )
  const findSource = imageSources({ ...options, fetchPicture, store })
  const encoder = imageEncoder()
  const encoding = createSingleFlight<Buffer>()
  const improving = new Set<string>()

  const storedOrEncoded = async (variant: Variant): Promise<Buffer> =>
    (await store.get(variant.key)) ?? encoding.run(variant.key, () => make(variant))
  const make = async ({ key, source, width, format }: Variant): Promise<Buffer> => {
    const bytes = await encoder.encode({ bytes: await source.read(), width, format })
    void store.put(key, bytes)
    return bytes
  }
  /** AVIF takes three times as long: the first request gets WebP, later ones get AVIF. */
  const improve = async ({ key, source, width, format }: Variant, webp: Buffer): Promise<void> => {
    if (improving.has(key)) return
    improving.add(key)
    const job = async () => ({ bytes: await source.read(), width, format })
    const avif = await encoder.encodeInBackground(job)
    // If AVIF is not smaller, the WebP is stored instead.
    if (avif !== null) await store.put(key, avif.length < webp.length ? avif : webp)
    improving.delete(key)
  }
  return async ({ url, headers }: FastifyRequest): Promise<PreparedImage> => {
    const address = parseImageAddress(url)
    const source = await findSource(address)
    const variantIn = (format: ImageFormat) => variantOf(address, source, format)
    const format = formatFor(headers.accept ?? '')
    if (options.is_worst_for_tests && test_agents.test(headers['user-agent'] ?? '')) {
      const job = { bytes: await source.read(), width: address.width, format, is_worst: true }
      return { bytes: await encoder.encode(job), etag: '"test"', cache: 'no-store' }
    }
    const cache = cacheOf(address.version, source, address.segments.at(-1) ?? '')
    const best = variantIn(format)
    const ready = format === 'avif' ? await store.get(best.key) : await storedOrEncoded(best)
    if (ready !== null) return { bytes: ready, etag: best.etag, cache }
    const webp = variantIn('webp')
    const bytes = await storedOrEncoded(webp)
    void improve(best, bytes)
    return { bytes, etag: webp.etag, cache: cache_shortly }
  }
}

interface Variant {
  key: string
  etag: string
  source: ImageSource
  width: number
  format: ImageFormat
}

function variantOf(
  { width, host, segments }: { width: number; host: string; segments: readonly string[] },
  source: ImageSource,
  format: ImageFormat,
): Variant {
  const parts = [encoder_version, host, ...segments, source.version, width, format]
  const key = createHash('sha256').update(parts.join('/')).digest('hex')
  return { key, etag: `"${key.slice(0, 20)}"`, source, width, format }
}

/** Cached for ever only if the URL states the hash of the content. A URL with another hash is outdated. */
function cacheOf(stated: string | null, { version }: ImageSource, name: string): string {
  if (stated !== null) {
    return stated.length >= 8 && version.startsWith(stated) ? cache_forever : cache_shortly
  }
  const named = /[.-]([0-9a-f]{8,16})\.\w+$/.exec(name)?.[1]
  const is_named = name.startsWith(version) || (named !== undefined && version.startsWith(named))
  return is_named ? cache_forever : cache_a_day
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new ImageProblem(504, 'picture_too_slow', 'The picture took too long.')),
    limit_ms,
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
