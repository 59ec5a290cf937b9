import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gzip,
  gzipSync,
} from 'node:zlib'

/** The Content-Encoding of a body. */
export type Encoding = 'br' | 'gzip' | 'identity'

const pack = promisify(brotliCompress)
const unpack = promisify(brotliDecompress)
const zip = promisify(gzip)

/** Quality 6 costs 1 to 3 ms for a page, once, on another thread; 11 would cost 100 to 260 for 10 % less. */
const brotli_quality = 6
/** Quality 3 compresses 12 kB in 0.06 ms; going to another thread and back costs more than that. */
const quick_quality = 3
/** Above this size another thread is worth the switch. */
const quick_limit = 50_000

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (accept === undefined || accept === '') return 'identity'
  // Browsers send a plain list without weights.
  if (plain_list.test(accept)) {
    if (/\bbr\b/.test(accept)) return 'br'
    return /\bgzip\b/.test(accept) ? 'gzip' : 'identity'
  }
  return negotiate(accept)
}

const plain_list = /^[a-z, ]{1,100}$/

/** RFC 9110 §12.5.3: `q=0` forbids an encoding, `*` stands for every encoding that is not named. */
function negotiate(accept: string): Encoding {
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((text) => text.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : 'identity'
}

/** Returns the same body in another encoding, produced on another thread. */
export async function encoded(body: Buffer, from: Encoding, to: Encoding): Promise<Buffer> {
  if (from === to) return body
  if (from === 'br') return encoded(exact(await unpack(body)), 'identity', to)
  if (to === 'gzip') return exact(await zip(body, { level: 6 }))
  return exact(await pack(body, brotliOptions(body, brotli_quality)))
}

/** The same for small answers that may never be requested again: without a thread, a tenth larger. */
export async function quicklyEncoded(body: Buffer, from: Encoding, to: Encoding): Promise<Buffer> {
  if (from !== 'identity' || to === 'identity' || body.length > quick_limit) {
    return encoded(body, from, to)
  }
  if (to === 'gzip') return exact(gzipSync(body, { level: 3 }))
  return exact(brotliCompressSync(body, brotliOptions(body, quick_quality)))
}

function brotliOptions(body: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    },
  }
}

/** A window for the whole body: the usual 4 MB would be allocated for every 10 kB. */
function windowFor(length: number): number {
  return Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 1))))
}

/** zlib returns a slice of a block of 16 kB: cached without a copy, 2 kB would retain the whole block. */
function exact(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}
