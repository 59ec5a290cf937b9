import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownAddress, returnAddress } from '#pure/own-address.ts'

const SHOP = 'https://shop.example'

test.each([
  ['/dien-thoai?page=2', '/dien-thoai?page=2'],
  ['/dien-thoai#gia', '/dien-thoai'],
  ['/', '/'],
  // These paths alone would be another host.
  ['/.//evil.example', '/evil.example'],
  ['/.\\evil', '/evil'],
  ['/.\\\\evil', '/evil'],
  ['/%2e%2e//evil', '/evil'],
  ['/%2E/\\evil.example', '/evil.example'],
  ['/x/..//evil.example', '/evil.example'],
  ['/\t.\n//evil.example', '/evil.example'],
  ['/.//////evil.example', '/evil.example'],
  // Other sites, and texts that are no path.
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['https:evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['dien-thoai', '/'],
  ['', '/'],
  [`/${'a'.repeat(2_000)}`, '/'],
  [`/${'ế'.repeat(1_000)}`, '/'],
])('a request to return to %j leads to %j', (wanted, expected) => {
  expect(returnAddress(wanted, SHOP)).toBe(expected)
})

const pieces = fc.oneof(
  fc.constantFrom('/', '\\', '.', '..', '%2e', '%2E%2e', '%2f', '%5c', '@', ':', '?', '#', '\t'),
  fc.constantFrom('\n', '\r', '\0', ' ', 'evil.example', 'https:', 'blob:', SHOP, '。', '／'),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const address = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

test.each([SHOP, 'http://127.0.0.1:4700', 'https://shop.example:8443'])(
  'whatever goes in, a browser stays at %s, also when the result goes in again',
  (shop) => {
    fc.assert(
      fc.property(fc.oneof(address, fc.webUrl(), fc.string()), (wanted) => {
        for (const text of [wanted, `/${wanted}`]) {
          const back = returnAddress(text, shop)
          expect(back).toMatch(/^\/(?!\/)/)
          for (const page of [shop, `${shop}/cart/province?x=1`, `${shop}//a//b`]) {
            expect(new URL(back, page).origin).toBe(shop)
          }
          expect(returnAddress(back, shop)).toBe(back)
          expect(new URL(ownAddress(text, shop) ?? '/', `${shop}/a/b`).origin).toBe(shop)
        }
      }),
      { numRuns: 5_000 },
    )
  },
)
