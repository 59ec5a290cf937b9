import { expect, test } from 'vitest'
import { vietQrText } from '#pure/vietnamese/vietqr.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { readQrPicture } from '#test/support/qr-reader.ts'

const text = vietQrText({
  bank_bin: '970422',
  account_number: '0987654321',
  amount: 30_990_000,
  purpose: 'DH2611207K3M9QXZ',
})

test('an independent reader reads the text from the drawn picture', () => {
  const svg = decodeURIComponent(qrPictureUrl(text).replace('data:image/svg+xml,', ''))
  const picture = painted(svg, 6)
  expect(readQrPicture(picture.data, picture.size, picture.size)).toBe(text)
})

test('the picture stays small and contains no style, script or foreign address', () => {
  const url = qrPictureUrl(text)
  expect(url.length).toBeLessThan(16_000)
  expect(url).not.toMatch(/style|script|http(?!%3A%2F%2Fwww\.w3\.org)/)
})

/** Paints the rectangles of the second path, black on white, `scale` pixels a module. */
function painted(svg: string, scale: number): { data: Uint8ClampedArray; size: number } {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const size = modules * scale
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  const path = /<path d="([^"]+)"/.exec(svg)?.[1] ?? ''
  for (const [, x, y, n] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = (row * size + Number(x) * scale) * 4
      const until = from + Number(n) * scale * 4
      for (let at = from; at < until; at++) if (at % 4 !== 3) data[at] = 0
    }
  }
  return { data, size }
}
