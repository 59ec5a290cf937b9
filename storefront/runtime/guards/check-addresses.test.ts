import { expect, test } from 'vitest'
import type { Address, Guard } from '#storefront/addresses/address.ts'
import { checkAddresses } from '#storefront/runtime/guards/check-addresses.ts'
import { guards } from '#storefront/runtime/guards/guards.ts'

const known = {
  guards,
  drawn: ['cart', 'home'],
  servers: { cart: { cache: 'personal' }, home: { cache: 'public' } },
} as const
const cart: Address = { path: '/cart', page: 'cart', layout: 'cart', cache: 'personal' }
const home: Address = { path: '/', page: 'home', layout: 'default', cache: 'public' }

test('addresses that fit their pages are accepted', () => {
  expect(() => checkAddresses([{ ...cart, guard: 'check-exist-quote' }, home], known)).not.toThrow()
})

test.each<[string, Address]>([
  ['/cart: there is no guard "check-login"', { ...cart, guard: 'check-login' as Guard }],
  ['/cart: there is no guard "toString"', { ...cart, guard: 'toString' as Guard }],
  ['/: the guard of a public page', { ...home, guard: 'check-exist-quote' }],
  ['/cart: there is no pages/basket/page.server.ts', { ...cart, page: 'basket' }],
  ['/cart is public, but pages/cart/page.server.ts is personal', { ...cart, cache: 'public' }],
])('%s', (message, address) => {
  expect(() => checkAddresses([home, address], known)).toThrow(message)
})

test('a page that only another page shows needs its server file too', () => {
  const wrong = { ...known, drawn: [...known.drawn, 'product'] }
  expect(() => checkAddresses([home], wrong)).toThrow('pages/product has a page.tsx but no page.s')
})
