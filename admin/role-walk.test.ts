import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { menu_groups } from '#admin/addresses/menu-groups.ts'
import { operationOf } from '#admin/runtime/page-servers.ts'
import { permissions, staffServices } from '#contracts/staff/all.ts'
import { callRefusal, covers } from '#pure/access.ts'
import { type AnyOperation, staff_scopes, type StaffActor } from '#pure/contract.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffHeaders, staffWith } from '#test/support/staff.ts'

/**
 * The matrix in words, written a second time: A all shops, S own shops, O what is assigned, – nothing. An amount is
 * the greatest one in millions of đồng. The migration's rows must say the same.
 */
const columns =
  'director support support_lead sales shop_manager warehouse courier technician accountant category_manager content data_officer auditor'.split(
    ' ',
  )
const matrix: Readonly<Record<string, string>> = {
  'orders.see': 'A A A S S S O – A A – – A',
  'orders.confirm': 'A O A S S – – – – – – – –',
  'orders.assign': 'A – A – S – – – – – – – –',
  'orders.ship': 'A – A S S S – – – – – – –',
  'orders.deliver': 'A – – – S – O – – – – – –',
  'pickups.collect': 'A – – S S – – – – – – – –',
  'orders.cancel': 'A O A S S – – – – – – – –',
  'orders.create': 'A O A S S – – – – – – – –',
  'orders.discount': 'A – A1 S0.2 S1 – – – – – – – –',
  'orders.change': 'A O A S S – – – – – – – –',
  'orders.note': 'A A A S S S – – – – – – –',
  'orders.phone': 'A O A S S O O – – – – – –',
  'orders.export': 'A – A – – – – – A – – – –',
  'customers.see': 'A A A S S – – – A – – – A',
  'customers.note': 'A A A S S – – – – – – – –',
  'customers.block': 'A – A – – – – – – – – – –',
  'customers.join': 'A – A – – – – – – – – – –',
  'customers.erase': '– – – – – – – – – – – A –',
  'customers.export': '– – – – – – – – – – – A –',
  'stock.see': 'A A A S S S – S A A – – A',
  'stock.move': 'A – – – S S – – – – – – –',
  'stock.adjust': 'A – – – S2 – – – A – – – –',
  'stock.cost': 'A – – – – – – – A A – – A',
  'payments.see': 'A – – – – – – – A – – – –',
  'payments.settle': 'A – – – – – – – A – – – –',
  'refunds.see': 'A – A – – – – – A – – – –',
  'refunds.settle': 'A – A1 – – – – – A10 – – – –',
  'refunds.ask': 'A O A S S – – – A – – – –',
  'refunds.approve': 'A – A1 – S1 – – – A10 – – – –',
  'bookings.see': 'A A A S S – – S – – – – A',
  'bookings.create': 'A A A S S – – S – – – – –',
  'bookings.receive': 'A – A S S – – S – – – – –',
  'used.see': 'A A A S S S – S A A – – A',
  'used.list': 'A – – S S – – S – A – – –',
  'used.price': 'A – – – S – – – – A – – –',
  'repairs.see': 'A A A S S – – S A – – – A',
  'repairs.receive': 'A – – S S – – S – – – – –',
  'repairs.repair': 'A – – – S – – O – – – – –',
  'repairs.price': 'A – – – S – – – – – – – –',
  'repairs.services': 'A – – – – – – – – A – – –',
  'repairs.technicians': 'A – – – S – – – – – – – –',
  'loans.see': 'A A A S S – – – A – – – A',
  'loans.handle': 'A – A S S – – – – – – – –',
  'loans.money': 'A – – – – – – – A – – – –',
  'lenders.change': 'A – – – – – – – – – – – –',
  'trade_ins.see': 'A A A S S – – S A A – – A',
  'trade_ins.grade': 'A – – S S – – S – A – – –',
  'trade_ins.above': 'A – – – S – – – – A – – –',
  'trade_ins.approve': 'A – – – S – – – – A – – –',
  'trade_ins.calls': 'A A A – – – – – – A – – –',
  'trade_ins.prices': 'A – – – – – – – – A – – –',
  'trade_ins.pay': 'A – – – S20 – – – A – – – –',
  'trade_ins.purchases': 'A – – – S – – – A – – – A',
  'talk.see': 'A A A – – – – – – – A – A',
  'talk.answer': 'A A A – – – – – – – A – –',
  'talk.hide': 'A – A – – – – – – – – – –',
  'returns.handle': 'A – A S S – – – – – – – –',
  'returns.rules': 'A – – – – – – – – – – – –',
  'gateways.see': 'A – – – – – – – – – – – –',
  'gateways.change': 'A – – – – – – – – – – – –',
  'cod.see': 'A – A – – – – – A – – – –',
  'cod.change': 'A – – – – – – – – – – – –',
  'delivery.see': 'A – A – – – – – A – – – –',
  'delivery.change': 'A – – – – – – – – – – – –',
  'messages.see': 'A – A – – – – – – – – A –',
  'messages.resend': 'A – A – – – – – – – – – –',
  'staff.see': 'A – – – S – – – – – – – –',
  'staff.edit': 'A – – – – – – – – – – – –',
  'roles.see': 'A – – – – – – – – – – – A',
  'roles.edit': 'A – – – – – – – – – – – –',
  'lists.export': 'A – A – S S – – A A – A A',
  'campaigns.see': 'A – – – – – – – – A A – A',
  'campaigns.change': 'A – – – – – – – – A A – –',
  'campaigns.approve': 'A – – – – – – – – A – – –',
  'offers.see': 'A – – – – – – – A A – – A',
  'offers.change': 'A – – – – – – – – A – – –',
  'offers.approve': '– – – – – – – – A A – – –',
  'content.see': 'A – – – – – – – – A A – A',
  'content.edit': 'A – – – – – – – – A A – –',
  'content.publish': 'A – – – – – – – – – A – –',
  'loyalty.see': 'A – A – – – – – – A – – A',
  'loyalty.rules': 'A – – – – – – – – A – – –',
  'games.see': 'A – – – – – – – – A A – A',
  'games.change': 'A – – – – – – – – A – – –',
  'cards.verify': 'A – A – – – – – – – – A –',
  'changes.see': 'A – O – S – – – A – – A A',
  'changes.show': 'A – O – S – – – – – – A –',
}
const letters = { A: 'all', S: 'shops', O: 'own' } as const

function cellOf(permission: string, role: string): string {
  return matrix[permission]?.split(' ')[columns.indexOf(role)] ?? '–'
}

const operations = Object.entries(staffServices).flatMap(([service, contract]) =>
  Object.entries(contract).map(
    ([name, operation]) => [`${service}.${name}`, operation as AnyOperation] as const,
  ),
)

/** Whether the matrix admits a role to an operation: the cell's scope must be one that the operation narrows to. */
function isAdmitted(role: string, { access, permission, scopes }: AnyOperation): boolean {
  if (access === 'staff_self') return true
  const letter = cellOf(permission ?? '', role).charAt(0)
  return letter in letters && scopes.includes(letters[letter as keyof typeof letters])
}

let own: TestDatabase
let door: Door
const headers = new Map<string, { cookie: string }>()
const actors = new Map<string, StaffActor>()

beforeAll(async () => {
  own = await testDatabase({ seeded: true })
  door = await openDoor(own, { env: { SECRET_KEY: 'k'.repeat(40) } })
  const providers = await testProviders({ db: own.db, now: () => new Date(), gateways: [] })
  const { sign_in } = staffOffice(providers)
  for (const role of columns) {
    const entered = await staffHeaders(door, role)
    headers.set(role, entered)
    const token = entered.cookie.split('=')[1] ?? ''
    const actor = await sign_in.actor(null, { token })
    if (actor !== null) actors.set(role, actor)
  }
}, 60_000)
afterAll(async () => {
  await door.close()
  await own.close()
})

describe('the seeded roles', () => {
  test('are those of the matrix, with its scopes and amounts', async () => {
    const { rows } = await sql<{ role_code: string; permission: string; cell: string }>`
      select role_code, permission,
        case scope when 'all' then 'A' when 'shops' then 'S' else 'O' end
          || coalesce(trim_scale(max_amount::numeric / 1000000)::text, '') as cell
      from role_permission`.execute(own.db)
    const stored = rows.map(
      ({ role_code, permission, cell }) => `${role_code} ${permission} ${cell}`,
    )
    const expected = Object.keys(matrix).flatMap((permission) =>
      columns.flatMap((role) => {
        const cell = cellOf(permission, role)
        return cell === '–' ? [] : [`${role} ${permission} ${cell}`]
      }),
    )
    expect(stored.toSorted()).toEqual(expected.toSorted())
    expect(Object.keys(matrix).toSorted()).toEqual([...permissions].toSorted())
    expect([...actors.keys()]).toEqual(columns)
  })
})

// Not a test for each operation: thousands of tests cost more than what they do.
describe('operations', () => {
  /** What each operation says, by its name. */
  const each = (ask: (operation: AnyOperation) => boolean) =>
    Object.fromEntries(operations.map(([name, operation]) => [name, ask(operation)]))

  test.each(columns)('are called by %s as the matrix says', (role) => {
    const actor = actors.get(role) ?? staffWith({})
    const called = each((operation) => callRefusal(operation, actor, {}) === null)
    expect(called).toEqual(each((operation) => isAdmitted(role, operation)))
  })

  test.each(staff_scopes)('with the scope %s: only those that narrow to it', (scope) => {
    const called = each((operation) => {
      const permission = operation.permission ?? 'none.none'
      const actor = staffWith({ [permission]: { scope, max_amount: null } }, [1])
      return callRefusal(operation, actor, {}) === null
    })
    const isOpen = ({ access, scopes }: AnyOperation) =>
      access === 'staff_self' || scopes.includes(scope)
    expect(called).toEqual(each(isOpen))
  })
})

const pages: StaffAddress[] = Object.values(addresses)

function needOf(address: StaffAddress): AnyOperation {
  const operation = operationOf(address)
  if (operation === undefined) throw new RangeError(address.path)
  return operation
}

describe.each(columns)('pages of %s', (role) => {
  test('open as the matrix says, and the menu has exactly these', async () => {
    const own_headers = headers.get(role) ?? { cookie: '' }
    const staff_id = String(actors.get(role)?.staff_id)
    const seen: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const address of pages) {
      const path = address.path.replace(':staff_id', staff_id)
      // No order has the code ":code", no role the code
      // ":role_code", no entry the number ":change_id", no job ":bulk_job_id",
      // no draft ":draft_id", no flash sale ":flash_sale_id", no campaign ":campaign_id".
      const found = /:(code|\w+_id|role_code)/.test(path) ? 404 : 200
      expected[path] = isAdmitted(role, needOf(address)) ? found : 403
      seen[path] = (await door.call('GET', path, { headers: own_headers })).status
    }
    expect(seen).toEqual(expected)
    const { text } = await door.call('GET', addresses.account.path, { headers: own_headers })
    const [menu = ''] = /<nav [^>]*aria-label="Trang nội bộ"[\s\S]*?<\/nav>/.exec(text) ?? []
    const linked = [...menu.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)
    const listed = menu_groups
      .flatMap(({ entries }) => entries.map(({ address }) => address))
      .filter((page) => isAdmitted(role, needOf(page)))
    expect(linked).toEqual(listed.map(({ path }) => path))
  })
})

test('the manager of a shop sees its people; a foreign id is the same 404 as an absent one', async () => {
  const manager = headers.get('shop_manager') ?? { cookie: '' }
  const idOf = (role: string) => String(actors.get(role)?.staff_id)
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from shop where is_active order by shop_id desc limit 1`.execute(own.db)
  await sql`delete from staff_shop where staff_id = ${idOf('courier')}`.execute(own.db)
  await sql`
    insert into staff_shop values (${idOf('courier')}, ${rows[0]?.shop_id ?? 0})`.execute(own.db)
  const look = (id: string) => door.call('GET', `/noi-bo/nhan-vien/${id}`, { headers: manager })
  const colleague = await look(idOf('sales'))
  expect([colleague.status, colleague.text.includes('Khóa tài khoản')]).toEqual([200, false])
  const [foreign, absent] = await Promise.all([look(idOf('courier')), look('999999')])
  expect([foreign.status, absent.status]).toEqual([404, 404])
  // The frame says when its numbers were counted.
  const textOf = ({ text }: { text: string }, id: string) =>
    text.replaceAll(`nhan-vien/${id}`, '').replace(/"now":\d+/, '')
  expect(textOf(foreign, idOf('courier'))).toBe(textOf(absent, '999999'))
  const list = await door.call('GET', '/noi-bo/nhan-vien', { headers: manager })
  expect(list.text).toContain('Bán hàng (demo)')
  expect(list.text).not.toContain('Giao hàng (demo)')
  expect(list.text).not.toContain('Thêm nhân viên')
})

test('a refund above the amount of the role is not covered', () => {
  const operation = staffServices.refunds.settleRefund
  const limits = { support_lead: 1_000_000, accountant: 10_000_000 }
  for (const [role, amount] of Object.entries(limits)) {
    const actor = actors.get(role) ?? staffWith({})
    expect(covers(operation, actor, { amount })).toBe(true)
    expect(covers(operation, actor, { amount: amount + 1 })).toBe(false)
  }
})
