import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { changePath, customerPath, orderPath, personPath } from '#admin/addresses/paths.ts'
import { reasonOf } from '#admin/pages/changes/change-texts.ts'
import { CallOutcome } from '#contracts/staff/calls.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { emptyTables } from '#test/support/database-templates.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

const checkout = openCheckout({ SECRET_KEY: 'k'.repeat(40) })
const headers: Record<string, { cookie: string }> = {}
const note = 'Chị An dặn gọi số 0987 654 178'
let order: Order

beforeAll(async () => {
  for (const role of ['director', 'support_lead', 'shop_manager', 'sales', 'auditor']) {
    headers[role] = await staffHeaders(checkout.door, role)
  }
})
beforeEach(async () => {
  const buyer: Buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
})

const get = (path: string, role = 'director') =>
  checkout.door.call('GET', path, { headers: headers[role] ?? {} })
const post = (path: string, fields: Record<string, string>, role = 'director') =>
  checkout.door.call('POST', path, {
    form: new URLSearchParams(fields),
    headers: { ...headers[role], 'sec-fetch-site': 'same-origin' },
  })
const write = (role = 'director') =>
  post(orderPath(order.code), { intent: 'note', kind: 'note', text: note }, role)
const confirm = (role = 'director') =>
  post(orderPath(order.code), { intent: 'confirm', version: '1' }, role)

async function lastId(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(change_id) as id from change_log`.execute(
    checkout.own.db,
  )
  return rows[0]?.id ?? 0
}

const ledger = `${addresses.changes.path}?`
const about = (query: Record<string, string>) => ledger + new URLSearchParams(query).toString()

describe('/noi-bo/nhat-ky', () => {
  test('calls goods, shops, documents and states as their own pages do', async () => {
    const begun = await post(addresses.counts.path, { shop_id: String(shops.first) })
    const path = begun.headers.get('location') ?? ''
    const scanned = { intent: 'scan', version: '1', scan: 'SKU-21', quantity: '1' }
    expect((await post(path, scanned)).status).toBe(303)
    const { text } = await get(about({ thing: 'count' }))
    const shown = text.replaceAll(/<!--.*?-->|<script.*?<\/script>|<[^>]*>/gs, '')
    expect(shown).toContain(`Phiếu kiểm kê ${path.split('/').at(-1)}`)
    expect(shown).toContain('Trạng thái: Đang đếm')
    expect(shown).toContain('Sản phẩm: SKU-21 · ')
    expect(shown).toContain('Đếm được: 1')
    expect(shown).not.toMatch(/counted|product_id|category_id|: open/)
  })

  test('calls carriers and ways to pay as shoppers do', async () => {
    await sql`
      insert into change_log (changed_at, actor, operation, thing, thing_key, table_name, row_key, action, changes)
      values (now(), 'token', 'parcels.pack', 'order', 'DH261120-7K3M9QXZ', 'parcel', '1', 'insert',
          '{"carrier": [null, "own"]}'),
        (now(), 'token', 'orders.change', 'order', 'DH261120-7K3M9QXZ', 'sales_order', '1', 'update',
          '{"payment_method": ["bank_transfer", "cod"]}')`.execute(checkout.own.db)
    const { text } = await get(about({ q: 'DH261120-7K3M9QXZ' }))
    const shown = text.replaceAll(/<!--.*?-->|<script.*?<\/script>|<[^>]*>/gs, '')
    expect(shown).toContain('Hãng giao: Shop tự giao')
    expect(shown).toContain('Chuyển khoản ngân hàng qua mã QR → Thanh toán khi nhận hàng')
  })

  test('says money as money, and the block of a customer as its page does', async () => {
    const block = { intent: 'block', version: '0', block: 'prepay', reason: 'Bom hàng' }
    expect((await post(customerPath(order.code), block)).status).toBe(303)
    const names = 'max_total,max_quantity,max_open_orders,max_came_back,max_per_network,call_from'
    const unlimited = Object.fromEntries(names.split(',').map((name) => [name, '']))
    const rules = { ...unlimited, release_after_h: '72' }
    const calls = { ...rules, version: '1', call_from: '5.000.000' }
    expect((await post(addresses.cod_rules.path, calls)).status).toBe(303)
    const { text } = await get(addresses.changes.path)
    const shown = text.replaceAll(/<!--.*?-->|<script.*?<\/script>|<[^>]*>/gs, '')
    expect(shown).toContain('Phải gọi khách từ: – → 5.000.000đ')
    expect(shown).toContain('Chặn: – → Phải trả trước')
    expect(shown).toContain('Loại: chặn: phải trả trước')
    // The orders of the other tests have the same phone.
    expect((await post(addresses.cod_rules.path, { ...rules, version: '2' })).status).toBe(303)
    await emptyTables(checkout.own.db, 'customer_profile')
  })

  test('says who changed what from what to what, and finds it by thing, person and day', async () => {
    expect((await confirm()).status).toBe(303)
    const { text, status } = await get(about({ q: order.code.toLowerCase() }))
    expect(status).toBe(200)
    expect(text).toContain('Điều hành (demo)')
    expect(text).toContain('Xác nhận đơn')
    expect(text).toMatch(/<del[^>]*>Chờ xác nhận<\/del>/)
    expect(text).toContain(`Đơn <!-- -->${order.code}`.replace('<!-- -->', ''))
    const other = await get(about({ q: 'DH261120-22222222' }))
    expect(other.text).toContain('Không tìm thấy thay đổi nào.')
    const days = ['2026-11-20', '2026-11-21'].map((day) => about({ q: order.code, day }))
    const [today, tomorrow] = await Promise.all(days.map((path) => get(path)))
    expect(today?.text).toContain('Xác nhận đơn')
    expect(tomorrow?.text).toContain('Không tìm thấy thay đổi nào.')
    const things = ['order', 'stock'].map((thing) => about({ q: order.code, thing }))
    const [orders, stock] = await Promise.all(things.map((path) => get(path)))
    expect(orders?.text).toContain('Xác nhận đơn')
    expect(stock?.text).toContain('Không tìm thấy thay đổi nào.')
  })

  test('has what the reader may see: all, their shops, or their own', async () => {
    await confirm('support_lead')
    const path = changePath(await lastId())
    const { rows } = await sql<{ shop_id: number; manager: number }>`
      select sold.shop_id, staff_id as manager from sales_order sold, staff
      where code = ${order.code} and login_name = 'demo-shop-manager'`.execute(checkout.own.db)
    const { shop_id = 0, manager = 0 } = rows[0] ?? {}
    await sql`delete from staff_shop where staff_id = ${manager}`.execute(checkout.own.db)
    const statuses = async () => {
      const roles = ['director', 'auditor', 'support_lead', 'shop_manager', 'sales']
      const answers = await Promise.all(roles.map((role) => get(path, role)))
      return answers.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200, 404, 403])
    expect((await get(about({ q: order.code }), 'shop_manager')).text).toContain(
      'Không tìm thấy thay đổi',
    )
    await sql`insert into staff_shop values (${manager}, ${shop_id})`.execute(checkout.own.db)
    expect(await statuses()).toEqual([200, 200, 200, 200, 403])
    // Somebody else's entry and one that does not exist get the same answer.
    await write('director')
    const foreign = await get(changePath(await lastId()), 'support_lead')
    const absent = await get(changePath(999_999), 'support_lead')
    expect([foreign.status, absent.status]).toEqual([404, 404])
    const shown = await post(changePath(await lastId()), { intent: 'show' }, 'support_lead')
    expect(shown.status).toBe(404)
    expect(shown.text).not.toContain('0987')
  })

  test('shows personal values only after "Hiện", which is written down', async () => {
    await write()
    const id = await lastId()
    for (const path of [about({ q: order.code }), changePath(id), orderPath(order.code)]) {
      const { text } = await get(path, 'director')
      // The timeline of the order has the note; the ledger below it has not.
      const [, history = text] = text.split('Lịch sử thay đổi')
      expect(history.split('</details>')[0]).not.toContain('0987 654 178')
    }
    expect((await get(changePath(id), 'auditor')).text).not.toContain('Hiện</button>')
    expect((await post(changePath(id), { intent: 'show' }, 'auditor')).status).toBe(403)
    expect((await get(changePath(id))).text).toContain('Hiện</button>')
    const { text, status } = await post(changePath(id), { intent: 'show' })
    expect(status).toBe(200)
    expect(text).toContain(note)
    expect(await lastId()).toBe(id + 1)
    const written = await get(changePath(id + 1), 'auditor')
    expect(written.text).toContain('Xem dữ liệu cá nhân')
    expect(written.text).not.toContain('0987')
    expect((await get(changePath(id))).text).not.toContain('0987')
  })

  test('shows text of staff as text', async () => {
    const path = `${addresses.stock.path}?product_id=${products.cable}&shop_id=1`
    const { rows } = await sql<{ shop_id: number; on_hand: number }>`
      select shop_id, on_hand from stock where product_id = ${products.cable} limit 1`.execute(
      checkout.own.db,
    )
    const { shop_id = 0, on_hand = 0 } = rows[0] ?? {}
    const count = { product_id: `${products.cable}`, shop_id: `${shop_id}`, on_hand: `${on_hand}` }
    const reason = '<script>alert(1)</script>'
    await post(path, { ...count, on_hand: `${on_hand + 1}`, on_hand_seen: `${on_hand}`, reason })
    const { text } = await get(about({ thing: 'stock' }))
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).not.toContain('<script>alert(1)')
  })
})

describe('the page of a thing has its history', () => {
  test('an order, for whoever may see the ledger', async () => {
    await confirm()
    const shown = await get(orderPath(order.code))
    expect(shown.text).toMatch(/Lịch sử thay đổi[\s\S]*Xác nhận đơn/)
    const { text } = await get(orderPath(order.code), 'support_lead')
    expect(text).toContain('Chưa ai thay đổi gì.')
  })

  test('an account and the gateways', async () => {
    const { rows } = await sql<{ staff_id: number }>`
      select staff_id from staff where login_name = 'demo-sales'`.execute(checkout.own.db)
    const path = personPath(rows[0]?.staff_id ?? 0)
    const fields = (await get(path)).text.matchAll(/name="(seen_[^"]+)"/g)
    const seen = Object.fromEntries([...fields].map(([, name = '']) => [name, 'on']))
    const change = () => post(path, { intent: 'change', 'role:support': 'on', ...seen })
    await change()
    // The form of a page that was opened before.
    const late = await change()
    expect(late.text).toContain('người khác vừa đổi vai trò')
    const [, history] = (await get(path)).text.split('Lịch sử thay đổi')
    expect(history).toMatch(/Đổi vai trò, cửa hàng[\s\S]*Bỏ[\s\S]*Bán hàng/)
    await post(addresses.gateways.path, { code: 'cod', intent: 'save', is_enabled: 'on' })
    expect((await get(addresses.gateways.path)).text).toMatch(/Lịch sử thay đổi[\s\S]*Cài đặt cổng/)
  })
})

test('a reason that is a code is told in words, a typed one as it is', () => {
  const codes = [...CallOutcome.options, 'code', 'phone', 'dismissed', 'changed_mind']
  for (const reason of codes) expect(reasonOf({ reason })).not.toMatch(/^[a-z_]+$/)
  for (const reason of ['Hãng trừ phí', 'constructor', null])
    expect(reasonOf({ reason })).toBe(reason)
})
