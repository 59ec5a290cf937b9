import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureIntake } from '#platform/images/picture-intake.ts'

const max_bytes = 3_000_000
const take = pictureIntake({ max_bytes })

function photo(width = 800, height = 600) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
}
const small_avif = () => photo(80, 60).avif({ effort: 0 }).toBuffer()
const codeOf = (bytes: Uint8Array) =>
  take(bytes).then(
    () => 'taken',
    (problem: { code: string }) => problem.code,
  )

describe('the intake of pictures', () => {
  test('makes a rotated WebP without metadata and without bytes of the upload', async () => {
    const upload = await photo(400, 200)
      .withExif({ IFD0: { Copyright: 'Nguyễn Văn A' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    // Phones append films to a photo, attackers scripts: both stay behind.
    const script = '<script>alert(1)</script>'
    const taken = await take(Buffer.concat([upload, Buffer.from(script)]))
    const { format, exif, icc, orientation } = await sharp(taken.large).metadata()
    expect({ format, exif, icc, orientation }).toEqual({ format: 'webp' })
    expect([taken.width, taken.height]).toEqual([200, 400])
    for (const bytes of [taken.large, taken.small]) {
      expect(bytes.includes('script')).toBe(false)
      expect(bytes.includes('Copyright')).toBe(false)
    }
    expect(taken.hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await take(upload)).hash).toBe(taken.hash)
  })

  test('takes JPEG, PNG, WebP and AVIF, and keeps the longest side below 2,560 pixels', async () => {
    const uploads = await Promise.all([
      ...[photo().png().toBuffer(), photo().webp().toBuffer(), small_avif()],
      photo(3_000, 1_000).jpeg().toBuffer(),
    ])
    const taken = await Promise.all(uploads.map(take))
    expect(taken.map(({ width, height }) => [width, height])).toEqual([
      ...[1, 2].map(() => [800, 600]),
      [80, 60],
      [2_560, 853],
    ])
    const small = await sharp(taken[3]?.small).metadata()
    expect([small.format, small.width]).toEqual(['webp', 320])
  })

  test('refuses what is no picture of these kinds, whatever its name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const gif_script = Buffer.from('GIF89a/*'.padEnd(64) + '*/=1;alert(1)')
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'.padEnd(40))])
    const page = '<!doctype html><img src=x onerror=alert(1)>'
    const texts = [svg, `<?xml version="1.0"?>${svg}`, page, '%PDF-1.7'.padEnd(64), '']
    for (const bytes of [...texts.map((text) => Buffer.from(text)), gif_script, heic]) {
      expect(await codeOf(bytes)).toBe('picture_wrong_kind')
    }
  })

  test('refuses what is cut off or only begins like a picture', async () => {
    const whole = await Promise.all([
      photo().jpeg().toBuffer(),
      photo().png().toBuffer(),
      photo().webp().toBuffer(),
      small_avif(),
    ])
    for (const bytes of whole) {
      expect(await codeOf(bytes.subarray(0, bytes.length / 2))).toBe('picture_unreadable')
    }
    const jpeg_head = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
    expect(await codeOf(Buffer.concat([jpeg_head, Buffer.from('<script>'.repeat(20))]))).toBe(
      'picture_unreadable',
    )
  })

  test('refuses a small file that unpacks to more than 52 megapixels, and a large file', async () => {
    const bomb = pngOf(30_000, 30_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await codeOf(bomb)).toBe('picture_too_large')
    expect(await codeOf(Buffer.alloc(max_bytes + 1, 0xff))).toBe('picture_too_large')
  })

  test('encodes in turns, and refuses more than may wait', async () => {
    const narrow = pictureIntake({ max_bytes, at_once: 1, max_waiting: 2 })
    const upload = await photo(64, 64).png().toBuffer()
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => narrow(upload)))
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
    ])
    expect(outcomes[3]).toMatchObject({ reason: { code: 'pictures_busy' } })
    // A turn is handed back after a refusal too.
    await expect(narrow(upload.subarray(0, 60))).rejects.toMatchObject({
      code: 'picture_unreadable',
    })
    expect((await narrow(upload)).width).toBe(64)
  })
})

/** A black PNG of one bit per pixel. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    ...[chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))],
  ])
}
