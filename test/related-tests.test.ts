import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { graphWithTests } from '#test/laws/import-graph.ts'
import { always_related, relatedTests } from '#test/related-tests.ts'

const imports: Record<string, string[]> = {
  'app.ts': ['shop/cart/cart-service.ts', 'shop/quote/quote.ts', 'shop/stock/stock.ts'],
  'shop/stock/stock.ts': [],
  'shop/cart/cart.ts': ['shop/stock/stock.ts'],
  'shop/cart/cart-service.ts': ['shop/cart/cart.ts'],
  'shop/quote/quote.ts': [],
  'shop/cart/cart.test.ts': ['shop/cart/cart.ts'],
  'shop/cart/cart-service.test.ts': ['test/door.ts'],
  'shop/quote/quote.test.ts': ['test/door.ts'],
  'test/door.ts': ['app.ts'],
  'test/race.test.ts': ['test/door.ts', 'shop/cart/cart.ts'],
  'test/laws/laws.test.ts': [],
  'storefront/runtime/server.test.ts': ['test/door.ts'],
}
const graph = new Map(Object.entries(imports).map(([path, targets]) => [path, new Set(targets)]))
const always = ['test/laws/laws.test.ts', 'storefront/runtime/server.test.ts']

test.each([
  ['nothing', [], []],
  [
    'a file of rules: tests that import it, and tests of its noun through the app',
    ['shop/stock/stock.ts'],
    ['shop/cart/cart.test.ts', 'shop/cart/cart-service.test.ts', 'test/race.test.ts', ...always],
  ],
  [
    'a file that only the app imports',
    ['shop/quote/quote.ts'],
    ['shop/quote/quote.test.ts', ...always],
  ],
  [
    'data: the tests of the nearest folder above it',
    ['shop/cart/examples/carts.json'],
    ['shop/cart/cart.test.ts', 'shop/cart/cart-service.test.ts', ...always],
  ],
  ['a test', ['shop/cart/cart.test.ts'], ['shop/cart/cart.test.ts', ...always]],
  [
    'the test fixture of the app',
    ['test/door.ts'],
    [
      ...['shop/cart/cart-service.test.ts', 'shop/quote/quote.test.ts', 'test/race.test.ts'],
      ...always,
    ],
  ],
])('%s', (_name, changed, related) => {
  expect(relatedTests(changed, graph).sort()).toEqual(related.toSorted())
})

test.each(['app.ts', 'db/migrations/900-new.sql', 'vitest.config.ts'])('%s: all', (path) => {
  expect(relatedTests([path], graph)).toHaveLength(6)
})

test('tests that run after every change exist', () => {
  expect(always_related.filter((path) => !existsSync(path))).toEqual([])
})

test('a test that starts or reads a file without importing it is related to it', () => {
  const own = graphWithTests()
  expect(relatedTests(['prepare.mjs'], own)).toContain('test/prepare.test.ts')
  expect(relatedTests(['platform/database/embedded-postgres.ts'], own)).toContain(
    'test/process.test.ts',
  )
  expect(relatedTests(['docs/how-money-moves.md'], own)).toContain(
    'shop/order/order-states.test.ts',
  )
  expect(relatedTests(['db/seed/demo/models.json'], own)).toContain('db/seed/seed.test.ts')
})

// `npm run verify` leaves the walks out unless a change reaches them.
test.each([
  ['contracts/staff/orders.ts', ['admin/ledger-walk.test.ts', 'admin/role-walk.test.ts']],
  ['shop/flows/staff/orders/order-staff.ts', ['admin/ledger-walk.test.ts']],
  ['contracts/storefront/cart.ts', ['test/threats/t20-logs.test.ts']],
  [
    'storefront/addresses/cart.ts',
    [
      'storefront/runtime/hostile/malformed-paths.test.ts',
      'test/threats/t12-identity-leaks.test.ts',
    ],
  ],
  ['platform/backup/restore.ts', ['platform/backup/backup.test.ts']],
  ['shop/flows/import/record-shapes.ts', ['shop/flows/import/round-trip.test.ts']],
])('a change of %s reaches its walks', (path, walks) => {
  expect(relatedTests([path], graphWithTests())).toEqual(expect.arrayContaining(walks))
})
