import { expect, test } from 'vitest'
import { ownPath } from '#storefront/runtime/province-endpoint.ts'

const SHOP = 'https://shop.example'

test.each([
  ['/dien-thoai?page=2', '/dien-thoai?page=2'],
  ['/', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['https:evil.example', '/'],
  ['', '/'],
])('after choosing a province %j leads to %j', (wanted, expected) => {
  expect(ownPath(wanted, SHOP)).toBe(expected)
})
