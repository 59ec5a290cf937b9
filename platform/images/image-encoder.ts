import type Sharpener from 'sharp'
import type { Sharp } from 'sharp'
import type { ImageFormat } from '#platform/images/image-address.ts'
import { busy, ImageProblem } from '#platform/images/image-problem.ts'
import { rasterTypeOf } from '#platform/images/image-type.ts'

interface ImageJob {
  bytes: Buffer
  width: number
  format: ImageFormat
  /** Quality 1, as the rule for performance-test agents requires (contract §9). */
  is_worst?: boolean
}

/** Encodes pictures, at most `at_once` at the same time. */
interface ImageEncoder {
  /** Encodes a picture that a client waits for. Throws `busy` when too many wait. */
  encode: (job: ImageJob) => Promise<Buffer>
  /**
   * Encodes a picture for later visitors: one at a time, when no client waits. Null if it failed or the
   * queue is full.
   */
  encodeInBackground: (job: () => Promise<ImageJob>) => Promise<Buffer | null>
}

/** A little more than the 24 megapixels of a good camera. */
const max_pixels = 26_000_000
const limit_s = 10

/** The meaning of `q100`: no visible difference (decisions/058, 334, 346). Chosen by size and time. */
const settings = {
  ...{ webp_quality: 80, webp_effort: 2, jpeg_quality: 84 },
  ...{ avif_quality: 43, avif_effort: 3, avif_color: '4:2:0' },
}

/** Changes with the settings, so that pictures stored with other settings are not found. */
export const encoder_version = Object.values(settings).join('-')

export function imageEncoder({ at_once = 2, max_waiting = 100 } = {}): ImageEncoder {
  const waiting: (() => Promise<void>)[] = []
  const background: (() => Promise<void>)[] = []
  let running = 0
  let running_in_background = 0
  const next = () => {
    while (running < at_once && waiting.length > 0) start(waiting.shift(), false)
    const is_free = running < at_once && running_in_background === 0
    if (is_free && background.length > 0) start(background.shift(), true)
  }
  const start = (work: (() => Promise<void>) | undefined, is_background: boolean) => {
    if (work === undefined) return
    running += 1
    if (is_background) running_in_background += 1
    void work().finally(() => {
      running -= 1
      if (is_background) running_in_background -= 1
      next()
    })
  }
  return {
    encode: (job) => {
      if (waiting.length >= max_waiting) return Promise.reject(busy())
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      waiting.push(() => make(job).then(resolve, reject))
      next()
      return promise
    },
    encodeInBackground: (job) => {
      if (background.length >= max_waiting) return Promise.resolve(null)
      const { promise, resolve } = Promise.withResolvers<Buffer | null>()
      background.push(() =>
        job()
          .then(make)
          .then(resolve, () => resolve(null)),
      )
      // A page requests all its pictures within a moment: they are encoded first.
      setTimeout(next, 50).unref()
      return promise
    },
  }
}

async function make({ bytes, width, format, is_worst = false }: ImageJob): Promise<Buffer> {
  const type = rasterTypeOf(bytes)
  if (type === null) throw notAPicture()
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: max_pixels, failOn: 'error' })
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

/** For clients without WebP and AVIF: JPEG, or PNG if the picture has transparency. */
async function plainKind(picture: Sharp, type: string): Promise<'jpeg' | 'png'> {
  if (type === 'jpeg' || type === 'png') return type
  return (await picture.metadata()).hasAlpha ? 'png' : 'jpeg'
}

function encoded(picture: Sharp, kind: 'avif' | 'webp' | 'jpeg' | 'png', is_worst: boolean): Sharp {
  const quality = (usual: number) => (is_worst ? 1 : usual)
  if (kind === 'avif') {
    const { avif_effort: effort, avif_color: chromaSubsampling } = settings
    return picture.avif({ quality: quality(settings.avif_quality), effort, chromaSubsampling })
  }
  if (kind === 'webp') {
    const { webp_effort: effort } = settings
    return picture.webp({ quality: quality(settings.webp_quality), effort })
  }
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
  new ImageProblem(415, 'not_a_picture', 'The file is not a picture that can be shown.')

/** Loaded with the first picture: the start and a shop without pictures do not need it. */
export async function loadSharp(): Promise<typeof Sharpener> {
  const { default: sharp } = await import('sharp')
  // This encoder limits the concurrency. Threads and cache of libvips would only cost memory.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
