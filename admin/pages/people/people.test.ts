import { beforeAll, expect, test } from 'vitest'
import { addresses, list_file_path } from '#admin/addresses/addresses.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffHeaders } from '#test/support/staff.ts'

const checkout = openCheckout()
let headers: { cookie: string }

beforeAll(async () => {
  headers = await staffHeaders(checkout.door)
  for (const role of ['warehouse', 'shop_manager']) await staffHeaders(checkout.door, role)
})

/** The names that the list shows, as screen readers hear its links. */
async function shown(query: Record<string, string>): Promise<string[]> {
  const path = `${addresses.people.path}?${new URLSearchParams(query)}`
  const { status, text } = await checkout.door.call('GET', path, { headers })
  expect(status).toBe(200)
  return Array.from(text.matchAll(/data-row-link[^>]*>([^<]*)</g), ([, name = '']) => name)
}

test('staff are found by words of a name without marks, by role and by state', async () => {
  const all = await shown({})
  expect(all.length).toBeGreaterThanOrEqual(3)
  expect(await shown({ q: 'cua hang truong' })).toEqual(['Cửa hàng trưởng (demo)'])
  expect(await shown({ q: 'demo-warehouse' })).toEqual(['Kho (demo)'])
  expect(await shown({ role: 'warehouse' })).toEqual(['Kho (demo)'])
  expect(await shown({ state: 'locked' })).toEqual([])
  expect(await shown({ state: 'nothing', shop: 'x' })).toEqual(all)
})

test('the file has whom the list shows', async () => {
  const form = new URLSearchParams({ list: 'people', format: 'csv', query: '?q=kho' })
  const asked = { headers: { ...headers, 'sec-fetch-site': 'same-origin' }, form }
  const { status, text } = await checkout.door.call('POST', list_file_path, asked)
  expect(status).toBe(200)
  expect(text).toContain('Kho (demo)')
  expect(text).not.toContain('Điều hành (demo)')
})
