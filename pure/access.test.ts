import { describe, expect, test } from 'vitest'
import { callRefusal, type AnyCaller } from '#pure/access.ts'
import type { Access } from '#pure/contract.ts'

const callers: Record<string, AnyCaller> = {
  nobody: null,
  guest: { customer_id: 1, kind: 'guest', token: 'g' },
  member: { customer_id: 2, kind: 'member', token: 'm' },
  'staff without permission': { kind: 'staff', name: 'Lan', permissions: new Set(['orders.see']) },
  staff: { kind: 'staff', name: 'Thu', permissions: new Set(['refunds.see']) },
}

/** The callers that each access admits. All others are refused. */
const admitted: Record<Access, string[]> = {
  public: Object.keys(callers),
  customer: ['guest', 'member'],
  member: ['member'],
  customer_or_secret: ['guest', 'member'],
  staff: ['staff'],
}

const cases = Object.entries(admitted).flatMap(([access, names]) =>
  Object.keys(callers).map((name) => [access as Access, name, names.includes(name)] as const),
)

describe('callRefusal', () => {
  test.each(cases)('%s, called by %s: %s', (access, name, is_admitted) => {
    const permission = access === 'staff' ? 'refunds.see' : null
    const refusal = callRefusal({ access, permission }, callers[name] ?? null, {})
    expect(refusal === null).toBe(is_admitted)
  })

  test('admits an unknown caller who sends a secret', () => {
    const operation = { access: 'customer_or_secret', permission: null } as const
    expect(callRefusal(operation, null, { secret: 'x' })).toBeNull()
    expect(callRefusal(operation, null, { secret: undefined })?.code).toBe('token_is_invalid')
    const customers_only = { access: 'customer', permission: null } as const
    expect(callRefusal(customers_only, null, { secret: 'x' })?.status).toBe(401)
  })

  test('admits nobody to a staff operation without a permission', () => {
    const staff = callers['staff'] ?? null
    const refusal = callRefusal({ access: 'staff', permission: null }, staff, {})
    expect(refusal?.code).toBe('permission_missing')
  })
})
