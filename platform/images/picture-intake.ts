import { createHash } from 'node:crypto'
import type Sharpener from 'sharp'
import { loadSharp } from '#platform/images/image-encoder.ts'
import { rasterTypeOf } from '#platform/images/image-type.ts'

/** A picture that was made from an uploaded one. Nothing of the uploaded bytes is in it, and no metadata. */
export interface TakenPicture {
  /** SHA-256 of `large`, in hex. */
  hash: string
  /** WebP. */
  large: Buffer
  small: Buffer
  /** Pixels of `large`. */
  width: number
  height: number
}

/** Why an uploaded picture is not taken. */
type IntakeProblemCode =
  | 'picture_wrong_kind'
  | 'picture_unreadable'
  | 'picture_too_large'
  | 'pictures_busy'

export class IntakeProblem extends Error {
  override readonly name = 'IntakeProblem'
  readonly code: IntakeProblemCode

  constructor(code: IntakeProblemCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Makes our own picture from an uploaded one. Throws IntakeProblem. */
export type TakePicture = (bytes: Uint8Array) => Promise<TakenPicture>

/** The 50 megapixels of a telephone, with a border. */
const max_pixels = 52_000_000
/** Longest sides, in pixels. */
const large_side = 2_560
const small_side = 320
const limit_s = 20
const webp = { quality: 80, effort: 3 }
const taken_types: readonly (string | null)[] = ['jpeg', 'png', 'webp', 'avif']

interface Options {
  /** Of an uploaded file. */
  max_bytes: number
  at_once?: number
  max_waiting?: number
}

/**
 * The one intake of uploaded pictures. The content decides what a file is, never its name. Every picture is decoded
 * and encoded anew: rotated as its metadata says, then without metadata. At most `at_once` pictures are encoded at the
 * same time, and `max_waiting` wait.
 */
export function pictureIntake({ max_bytes, at_once = 2, max_waiting = 24 }: Options): TakePicture {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = async (): Promise<void> => {
    if (running < at_once) {
      running += 1
      return
    }
    if (waiting.length >= max_waiting) throw new IntakeProblem('pictures_busy')
    // Whoever ends hands its turn on, so `running` stays.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const end = () => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (bytes) => {
    if (bytes.length > max_bytes) throw new IntakeProblem('picture_too_large')
    const type = rasterTypeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    if (!taken_types.includes(type)) throw new IntakeProblem('picture_wrong_kind')
    await turn()
    try {
      return await encoded(await loadSharp(), bytes)
    } catch (error) {
      throw problemOf(error)
    } finally {
      end()
    }
  }
}

async function encoded(sharp: typeof Sharpener, bytes: Uint8Array): Promise<TakenPicture> {
  const within = (side: number) =>
    ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  const { data: large, info } = await sharp(bytes, {
    limitInputPixels: max_pixels,
    failOn: 'error',
  })
    .timeout({ seconds: limit_s })
    .autoOrient()
    .resize(within(large_side))
    // A transparent picture lies on paper.
    .flatten({ background: '#ffffff' })
    .webp(webp)
    .toBuffer({ resolveWithObject: true })
  const small = await sharp(large).resize(within(small_side)).webp(webp).toBuffer()
  const hash = createHash('sha256').update(large).digest('hex')
  return { hash, large, small, width: info.width, height: info.height }
}

function problemOf(error: unknown): IntakeProblem {
  const is_too_large = error instanceof Error && /pixel limit|timeout/i.test(error.message)
  return new IntakeProblem(is_too_large ? 'picture_too_large' : 'picture_unreadable', {
    cause: error,
  })
}
