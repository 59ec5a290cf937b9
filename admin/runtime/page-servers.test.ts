import { expect, test } from 'vitest'
import { z } from 'zod'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { checkAddresses } from '#admin/runtime/page-servers.ts'
import { staffServices } from '#contracts/staff/all.ts'

const output = z.array(z.object({}))
const contracts = {
  refunds: {
    all: { input: z.object({ page: z.string().optional() }), output },
    ofOrder: { input: z.object({ order_id: z.string() }), output },
  },
}
const list = (name: string): StaffAddress => ({
  page: 'no-loader',
  path: '/noi-bo/x',
  list: name as StaffAddress['list'] & string,
})

test('the staff pages fit their lists and loaders', () => {
  expect(() => checkAddresses(Object.values(addresses), staffServices)).not.toThrow()
  expect(() => checkAddresses([list('refunds.all')], contracts)).not.toThrow()
})

test.each([
  ['refunds.ofOrder', '/noi-bo/x: the list refunds.ofOrder needs input fields'],
  ['refunds.none', '/noi-bo/x: there is no list refunds.none'],
  ['nobody.none', '/noi-bo/x: there is no list nobody.none'],
])('a page with the list %s is refused at start', (name, message) => {
  expect(() => checkAddresses([list(name)], contracts)).toThrow(message)
})

test('a page without list and loader is refused at start', () => {
  const { list: _list, ...bare } = list('refunds.all')
  expect(() => checkAddresses([bare], contracts)).toThrow('neither a loader nor a list')
})
