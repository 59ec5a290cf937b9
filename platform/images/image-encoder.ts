import type Sharpener from 'sharp'
import type { Sharp } from 'sharp'
import type { ImageFormat } from '#platform/images/image-address.ts'
import { busy, ImageProblem } from '#platform/images/image-problem.ts'
import { rasterTypeOf } from '#platform/images/image-type.ts'

export interface ImageJob {
  bytes: Buffer
  width: number
  format: ImageFormat
  /** Quality 1, as the rule for performance-test agents wants it (contract §9). */
  is_worst?: boolean
}

/** Makes pictures, never more than `at_once` together. */
export interface ImageEncoder {
  /** For somebody who waits. Refused as `busy` when too many do. */
  encode: (job: ImageJob) => Promise<Buffer>
  /** For the next visitor: one at a time, when nobody waits; null when it failed or was too much. */
  encodeLater: (job: () => Promise<ImageJob>) => Promise<Buffer | null>
}

/** 24 megapixels and a little: what a good camera makes. */
const most_pixels = 26_000_000
const limit_s = 10

/** What `q100` means here: no difference to be seen (decisions/058). Chosen by bytes and time. */
const settings = { webp_quality: 80, avif_quality: 50, jpeg_quality: 84, effort: 2 }

/** Changes when the settings do, so that stored pictures of other settings are not found. */
export const encoder_version = Object.values(settings).join('-')

export function imageEncoder({ at_once = 2, most_waiting = 100 } = {}): ImageEncoder {
  const waiting: (() => Promise<void>)[] = []
  const later: (() => Promise<void>)[] = []
  let running = 0
  let running_later = 0
  const next = () => {
    while (running < at_once && waiting.length > 0) start(waiting.shift(), false)
    const is_free = running < at_once && running_later === 0
    if (is_free && later.length > 0) start(later.shift(), true)
  }
  const start = (work: (() => Promise<void>) | undefined, is_later: boolean) => {
    if (work === undefined) return
    running += 1
    if (is_later) running_later += 1
    void work().finally(() => {
      running -= 1
      if (is_later) running_later -= 1
      next()
    })
  }
  return {
    encode: (job) => {
      if (waiting.length >= most_waiting) return Promise.reject(busy())
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      waiting.push(() => make(job).then(resolve, reject))
      next()
      return promise
    },
    encodeLater: (job) => {
      if (later.length >= most_waiting) return Promise.resolve(null)
      const { promise, resolve } = Promise.withResolvers<Buffer | null>()
      later.push(() =>
        job()
          .then(make)
          .then(resolve, () => resolve(null)),
      )
      // What a page asks for comes within a moment: all of that goes first.
      setTimeout(next, 50).unref()
      return promise
    },
  }
}

async function make({ bytes, width, format, is_worst = false }: ImageJob): Promise<Buffer> {
  const type = rasterTypeOf(bytes)
  if (type === null) throw notAPicture()
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: most_pixels, failOn: 'error' })
    .timeout({ seconds: limit_s })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  try {
    const kind = format === 'original' ? await plainKind(picture, type) : format
    return await encoded(picture, kind, is_worst).toBuffer()
  } catch (error) {
    throw problemOf(error)
  }
}

/** For clients that know neither WebP nor AVIF: JPEG, or PNG where something shines through. */
async function plainKind(picture: Sharp, type: string): Promise<'jpeg' | 'png'> {
  if (type === 'jpeg' || type === 'png') return type
  return (await picture.metadata()).hasAlpha ? 'png' : 'jpeg'
}

function encoded(picture: Sharp, kind: 'avif' | 'webp' | 'jpeg' | 'png', is_worst: boolean): Sharp {
  const { effort } = settings
  const quality = (usual: number) => (is_worst ? 1 : usual)
  if (kind === 'avif') return picture.avif({ quality: quality(settings.avif_quality), effort })
  if (kind === 'webp') return picture.webp({ quality: quality(settings.webp_quality), effort })
  if (kind === 'png') return is_worst ? picture.png({ palette: true, quality: 1 }) : picture.png()
  return picture.jpeg({ quality: quality(settings.jpeg_quality), progressive: true })
}

function problemOf(error: unknown): ImageProblem {
  const message = error instanceof Error ? error.message : String(error)
  if (/pixel limit/i.test(message)) {
    return new ImageProblem(413, 'picture_too_large', 'The picture has too many pixels.')
  }
  if (/timeout/i.test(message)) {
    return new ImageProblem(504, 'picture_too_slow', 'The picture took too long to make.')
  }
  return notAPicture()
}

const notAPicture = () =>
  new ImageProblem(415, 'not_a_picture', 'What lies there is no picture that can be shown.')

/** Loaded with the first picture: a start and a shop without pictures need none of it. */
async function loadSharp(): Promise<typeof Sharpener> {
  const { default: sharp } = await import('sharp')
  // The bound on pictures at once is ours; libvips' own threads and cache would only cost memory.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
