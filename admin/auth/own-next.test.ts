import { expect, test } from 'vitest'
import { addresses, pathWith, staff_root } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { ownNext } from '#admin/auth/auth-answers.ts'

const params = {
  code: 'DH261120-7K3M9QXZ',
  staff_id: '1',
  role_code: 'shop_manager',
  change_id: '7',
  bulk_job_id: '3',
  draft_id: '5',
  flash_sale_id: '2',
  campaign_id: '4',
  banner_id: '6',
}
const pages = Object.values(addresses).map((address) => pathWith(address, params))

test.each([...pages, '/noi-bo/tim?q=tr%E1%BA%A7n+van', '/noi-bo/don-hang?state=pending&page=2'])(
  'the sign-in leads back to %s',
  (path) => {
    expect(ownNext(path)).toBe(path)
  },
)

test.each([
  ...['', '/', '//evil.example', '/\\evil.example', 'https://evil.example/noi-bo', 'javascript:1'],
  ...['/noi-bo/../x', '/noi-bo/%2e%2e/x', '/noi-bo//evil', '/noi-bo/a/../../x', '/noi-bo@evil'],
  ...['/noi-bo/_data/don-hang', '/noi-bo/don-hang\n', '/noi-bo/don-hang#x', '/noi-bo/don-hang?a\\'],
  ...Object.values(auth_paths),
])('and never to %j', (path) => {
  expect(ownNext(path)).toBe(staff_root)
})
