import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { addresses } from '#storefront/addresses/addresses.ts'
import { public_pages } from '#test/support/public-pages.ts'

/** Journeys check the HTML, width and accessibility of these examples only. */
test('every public address has an example in test/support/public-pages.ts', () => {
  const examples = Object.values(public_pages).map((path) => path.split('?')[0] ?? '')
  const without = Object.values(addresses)
    .filter(({ cache }) => cache === 'public')
    .filter(({ path }) => !examples.some((example) => matchPath(path, example)))
  expect(without.map(({ path }) => path)).toEqual([])
})
