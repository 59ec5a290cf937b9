import { expect, test } from 'vitest'
import {
  cookieLine,
  doubtfulCookies,
  expiredEverywhere,
  expiredIdentity,
  readCookies,
} from '#pure/cookies.ts'
import { isOneSite, isSameOrigin } from '#pure/same-origin.ts'

test('cookies that cannot be decoded are dropped and the others are read', () => {
  const cookies = readCookies('a=1; bad=%E0%A4%A; province_id=24; =x; token=g_abc%20')
  expect([...cookies]).toEqual([
    ['a', '1'],
    ['province_id', '24'],
    ['token', 'g_abc '],
  ])
  expect(readCookies(null).size).toBe(0)
})

test('a name with two values has none: another host of the domain may have set one', () => {
  const header = 'token=a; x=1; token=b; x=1; member_token=; member_token=m'
  expect([...readCookies(header)]).toEqual([['x', '1']])
  expect(doubtfulCookies(header)).toEqual(['token', 'member_token'])
  const scope = { secure: false, domain: null }
  expect(expiredEverywhere(['token'], 'www.shop.vn', scope)).toEqual(
    ['', '; Domain=www.shop.vn', '; Domain=shop.vn'].map(
      (domain) => `token=; Path=/; Max-Age=0; SameSite=Lax${domain}; HttpOnly`,
    ),
  )
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    expect(expiredEverywhere(['token'], host, scope)).toHaveLength(1)
  }
})

test('a cookie that scripts may not read is marked HttpOnly', () => {
  const line = cookieLine('token', 'g_x', { max_age: 604_800, http_only: true, secure: true })
  expect(line).toBe('token=g_x; Path=/; Max-Age=604800; SameSite=Lax; HttpOnly; Secure')
})

test('cookies may be shared with the hosts of a domain, and are deleted there too', () => {
  const shared = { secure: true, domain: 'shop.example' }
  expect(expiredIdentity(shared)).toEqual(
    ['token', 'member_token', 'USER'].map(
      (name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax; Domain=shop.example; HttpOnly; Secure`,
    ),
  )
})

test.each([
  [{ site: 'same-origin', origin: null }, true],
  [{ site: 'none', origin: null }, true],
  [{ site: 'cross-site', origin: 'http://localhost:3000' }, false],
  [{ site: 'same-site', origin: null }, false],
  [{ site: null, origin: 'http://localhost:3000' }, true],
  [{ site: null, origin: 'http://localhost:3000.evil.example' }, false],
  [{ site: null, origin: 'null' }, false],
  [{ site: null, origin: null }, true],
])('%j is of our origin: %s', (source, expected) => {
  expect(isSameOrigin(source, 'http://localhost:3000')).toBe(expected)
})

test.each([
  ['https://shop.example', 'https://smember.shop.example', true],
  ['http://tiem.localhost:3000', 'http://smember.tiem.localhost:3000', true],
  ['http://localhost:3000', 'http://localhost:3001', true],
  ['http://localhost:3000', 'http://smember.localhost:3000', false],
  ['https://shop.example', 'https://smember.example', false],
  ['https://shop.example', 'https://notshop.example', false],
  ['https://shop.example', 'http://smember.shop.example', false],
])('%s and %s are one site: %s', (one, other, expected) => {
  expect(isOneSite(one, other)).toBe(expected)
  expect(isOneSite(other, one)).toBe(expected)
})
