import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encoded, type Encoding, quicklyEncoded } from '#platform/cache/page-cache-bytes.ts'

const texts = ['', 'Điện thoại', 'Tai nghe chống ồn, '.repeat(900), 'ram 32gb '.repeat(9_000)]
const unpacked = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
}

test.each([
  ['br', encoded],
  ['gzip', encoded],
  ['br', quicklyEncoded],
  ['gzip', quicklyEncoded],
  ['identity', quicklyEncoded],
] satisfies [Encoding, typeof encoded][])(
  '%s has the same content and retains no more memory than its length',
  async (to, encode) => {
    for (const text of texts) {
      const plain = Buffer.from(text)
      const packed = await encode(plain, 'identity', to)
      expect(unpacked[to](packed).toString()).toBe(text)
      expect(packed === plain || packed.buffer.byteLength === packed.length).toBe(true)
    }
  },
)

test('a compressed body is decompressed for clients that accept no compression', async () => {
  const packed = await encoded(Buffer.from(texts[2] ?? ''), 'identity', 'br')
  expect((await quicklyEncoded(packed, 'br', 'identity')).toString()).toBe(texts[2])
})
