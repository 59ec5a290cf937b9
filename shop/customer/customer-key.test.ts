import { expect, test } from 'vitest'
import { customerKey } from '#shop/customer/customer-key.ts'

test.each(['0912345678', '0912 345 678', '+84912345678', '84 912.345.678'])(
  '%s is one customer',
  (phone) => expect(customerKey({ phone })).toBe('+84912345678'),
)

test.each([null, { phone: '' }, { phone: '1800 2064' }, { phone: '0123' }])(
  '%j is no known customer',
  (recipient) => expect(customerKey(recipient)).toBeNull(),
)
