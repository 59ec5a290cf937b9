import { describe, expect, test } from 'vitest'
import { type AnyCaller, callRefusal, covers, reachOf } from '#pure/access.ts'
import {
  type Access,
  staff_scopes,
  type StaffActor,
  type StaffGrant,
  type StaffScope,
} from '#pure/contract.ts'

const staffWith = (permission: string, scope: StaffScope): AnyCaller => ({
  kind: 'staff',
  staff_id: 7,
  name: 'Lan',
  grants: new Map([[permission, [{ scope, max_amount: null }]]]),
  shops: [1],
  staff_session_id: 1,
  second_step_at: null,
})
const callers: Record<string, AnyCaller> = {
  nobody: null,
  guest: { customer_id: 1, kind: 'guest', token: 'g' },
  member: { customer_id: 2, kind: 'member', token: 'm' },
  'staff without permission': staffWith('orders.see', 'all'),
  'staff of some shops': staffWith('refunds.see', 'shops'),
  staff: staffWith('refunds.see', 'all'),
}

/** The callers that each access admits. All others are refused. */
const admitted: Record<Access, string[]> = {
  public: Object.keys(callers),
  customer: ['guest', 'member'],
  member: ['member'],
  customer_or_secret: ['guest', 'member'],
  staff: ['staff'],
  staff_self: ['staff without permission', 'staff of some shops', 'staff'],
}

const cases = Object.entries(admitted).flatMap(([access, names]) =>
  Object.keys(callers).map((name) => [access as Access, name, names.includes(name)] as const),
)

const scopes = ['all'] as const

describe('callRefusal', () => {
  test.each(cases)('%s, called by %s: %s', (access, name, is_admitted) => {
    const permission = access === 'staff' ? 'refunds.see' : null
    const refusal = callRefusal({ access, permission, scopes }, callers[name] ?? null, {})
    expect(refusal === null).toBe(is_admitted)
  })

  test('admits an unknown caller who sends a secret', () => {
    const operation = { access: 'customer_or_secret', permission: null, scopes } as const
    expect(callRefusal(operation, null, { secret: 'x' })).toBeNull()
    expect(callRefusal(operation, null, { secret: undefined })?.code).toBe('token_is_invalid')
    const customers_only = { access: 'customer', permission: null, scopes } as const
    expect(callRefusal(customers_only, null, { secret: 'x' })?.status).toBe(401)
  })

  test('admits nobody to a staff operation without a permission', () => {
    const staff = callers['staff'] ?? null
    const refusal = callRefusal({ access: 'staff', permission: null, scopes }, staff, {})
    expect(refusal?.code).toBe('permission_missing')
  })
})

describe('several grants of one permission', () => {
  const operation = { permission: 'refunds.settle', scopes: staff_scopes }
  const actorWith = (...grants: StaffGrant[]): StaffActor => ({
    kind: 'staff',
    staff_id: 7,
    name: 'Lan',
    grants: new Map([['refunds.settle', grants]]),
    shops: [1, 2],
    staff_session_id: 1,
    second_step_at: null,
  })
  const everywhere_small = { scope: 'all', max_amount: 100 } as const
  const shops_large = { scope: 'shops', max_amount: 900 } as const
  const own_any = { scope: 'own', max_amount: null } as const

  test('count each as it is: scope and amount of two roles do not mix', () => {
    const actor = actorWith(everywhere_small, shops_large)
    expect(covers(operation, actor, { shop_id: 1, amount: 900 })).toBe(true)
    expect(covers(operation, actor, { shop_id: 3, amount: 100 })).toBe(true)
    expect(covers(operation, actor, { shop_id: 3, amount: 101 })).toBe(false)
    expect(covers(operation, actor, { shop_id: 1, amount: 901 })).toBe(false)
    expect(covers(operation, actor, { shop_id: null, amount: 900 })).toBe(false)
  })

  test('reach everything, some shops, or what is assigned', () => {
    expect(reachOf(operation, actorWith(everywhere_small))).toMatchObject({ is_everything: true })
    expect(reachOf(operation, actorWith(shops_large, own_any))).toEqual({
      is_everything: false,
      shops: [1, 2],
      staff_id: 7,
    })
    expect(covers(operation, actorWith(own_any), { assigned_to: 7, amount: 5 })).toBe(true)
    expect(covers(operation, actorWith(own_any), { assigned_to: 8 })).toBe(false)
    expect(covers(operation, actorWith(own_any), { shop_id: 1 })).toBe(false)
  })

  test('reach nothing by a scope that the operation cannot narrow to', () => {
    const narrow = { ...operation, scopes: ['all'] as const }
    expect(reachOf(narrow, actorWith(shops_large, own_any))).toEqual({
      is_everything: false,
      shops: [],
      staff_id: null,
    })
    expect(covers(narrow, actorWith(shops_large), { shop_id: 1 })).toBe(false)
  })
})
