import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Packing, StaffParcel } from '#contracts/staff/parcels.ts'
import type { StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
})
afterAll(() => assertStock(checkout.own.db))

/** A parcel of the shop's own courier after these moves, with the amount to collect. */
async function parcel(...moves: ('hand_over' | 'deliver' | 'lose')[]) {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const { code: order_code } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  await office.orders.confirmOrder(lan, { order_code, version: 1 })
  const { units, version } = (await office.parcels.packing(lan, { order_code })) as Packing
  const scanned = units[0]?.sku ?? ''
  const packed = { order_code, version, carrier: 'own', weight_g: 300, scanned }
  const { code } = await office.parcels.packOrder(lan, packed)
  for (const [n, move] of moves.entries()) {
    await office.parcels.moveParcel(lan, { code, version: n + 1, move })
  }
  const { cod_amount } = (await office.parcels.parcel(lan, { code })) as StaffParcel
  return { code, amount: cod_amount }
}

const delivered = () => parcel('hand_over', 'deliver')
const read = (text: string, carrier = 'own', name = '') =>
  office.codMoney.readStatement(lan, { carrier, name, text })
const look = () => office.codMoney.codMoney(lan, {})
const dueOf = async () =>
  (await look()).days.reduce((sum, { due_amount }) => sum + Number(due_amount), 0)
const refused = (code: string) => expect.objectContaining({ code })

describe('a statement', () => {
  test('settles what fits; each other line stays open and says why', async () => {
    const before = await dueOf()
    const [good, short, waiting] = [await delivered(), await delivered(), await parcel('hand_over')]
    expect(await dueOf()).toBe(before + good.amount + short.amount)
    const { counts } = await read(
      [
        'Mã vận đơn;Thu hộ',
        `${good.code};${good.amount}`,
        `${good.code};${good.amount}`,
        `${short.code};${short.amount - 1_000}`,
        `${waiting.code};${waiting.amount}`,
        'LA-LUNG;5.000',
      ].join('\n'),
    )
    expect(counts).toEqual({ matched: 1, repeated: 1, differs: 1, not_due: 1, unknown: 1 })
    expect(await dueOf()).toBe(before + short.amount)
    const { lines } = await look()
    expect(lines.map(({ outcome, is_due }) => [outcome, is_due])).toEqual([
      ['repeated', false],
      ['differs', true],
      ['not_due', false],
      ['unknown', false],
    ])
    const reason = 'Hãng trừ phí'
    const settle = (n: number, decision: 'accepted' | 'dismissed') =>
      office.codMoney.settleLine(lan, { cod_line_id: lines[n]?.cod_line_id ?? 0, decision, reason })
    await expect(settle(0, 'accepted')).rejects.toEqual(refused('cod_not_due'))
    await settle(1, 'accepted')
    await expect(settle(1, 'accepted')).rejects.toEqual(refused('line_not_found'))
    for (const n of [0, 2, 3]) await settle(n, 'dismissed')
    expect((await look()).lines).toEqual([])
    expect(await dueOf()).toBe(before)
    const { rows } = await sql<{ came: number }>`
      select received_amount::integer as came from parcel_cod join parcel using (parcel_id)
      where code = ${short.code}`.execute(checkout.own.db)
    expect(rows).toEqual([{ came: short.amount - 1_000 }])
  })

  test('is settled with less up to the amount of the role', async () => {
    const grant = { scope: 'all', max_amount: 5_000 } as const
    const clerk = { ...staffWith({ 'payments.settle': grant, 'payments.see': grant }), name: 'Thu' }
    const [near, far] = [await delivered(), await delivered()]
    await read(`${near.code};${near.amount - 5_000}\n${far.code};${far.amount - 5_001}`)
    const { lines } = await look()
    const settle = (code: string, actor: StaffActor) => {
      const { cod_line_id = 0 } = lines.find((one) => one.code === code) ?? {}
      const how = { decision: 'accepted', reason: 'Hãng trừ phí' } as const
      return office.codMoney.settleLine(actor, { cod_line_id, ...how })
    }
    await settle(near.code, clerk)
    await expect(settle(far.code, clerk)).rejects.toMatchObject({
      ...{ code: 'amount_above_limit', data: { amount: 5_001 } },
    })
    // Nothing was written: somebody with a higher limit may still decide.
    await settle(far.code, lan)
    const { code: parcel_code } = await parcel('hand_over', 'lose')
    const no = { parcel_code, state: 'refused', reason: 'Hãng không đền' } as const
    await expect(office.codMoney.settleClaim(clerk, no)).rejects.toEqual(
      refused('amount_above_limit'),
    )
    expect(await office.codMoney.settleClaim(lan, no)).toEqual({ state: 'refused' })
  })

  test('that names a parcel at the same time as another one gives its money once', async () => {
    const { code, amount } = await delivered()
    const all = await Promise.all(
      [1, 2, 3, 4].map((n) => read(`${code},${amount}\nBANG-${n},1000`)),
    )
    expect(all.reduce((sum, { counts }) => sum + counts.matched, 0)).toBe(1)
    expect(all.reduce((sum, { counts }) => sum + counts.repeated, 0)).toBe(3)
    await sql`update cod_statement_line set decision = 'dismissed' where decision is null`.execute(
      checkout.own.db,
    )
  })

  test('that names a parcel with several amounts gives it the one that fits', async () => {
    const { code, amount } = await delivered()
    expect((await read(`${code},${amount + 500}\n${code},${amount}`)).counts).toMatchObject({
      ...{ matched: 1, repeated: 1 },
    })
    const of_two = await delivered()
    const others = `${of_two.code},${of_two.amount + 1}\n${of_two.code},${of_two.amount + 2}`
    expect((await read(others)).counts).toMatchObject({ differs: 2 })
    await sql`update cod_statement_line set decision = 'dismissed' where decision is null`.execute(
      checkout.own.db,
    )
  })

  test('is read once, of its own carrier only, and whole or not at all', async () => {
    const { code, amount } = await delivered()
    expect((await read(`${code},${amount}`, 'ghn')).counts).toMatchObject({ unknown: 1 })
    await expect(read(`${code},${amount}\nX,một`)).rejects.toMatchObject({
      code: 'statement_unreadable',
      data: { lines: [2] },
    })
    await read(`${code},${amount}`)
    await expect(read(` ${code};${amount} \n`, 'own', 'khác')).rejects.toEqual(
      refused('statement_known'),
    )
  })
})

test('a lost parcel is claimed from its carrier, once', async () => {
  const { code } = await parcel('hand_over', 'lose')
  expect((await look()).claims).toMatchObject([{ parcel_code: code, title: 'Shop tự giao' }])
  const paid = { parcel_code: code, state: 'paid', amount: 100_000, reason: 'BB 12' } as const
  expect(await office.codMoney.settleClaim(lan, paid)).toEqual({ state: 'paid' })
  await expect(office.codMoney.settleClaim(lan, paid)).rejects.toEqual(refused('claim_not_found'))
  expect((await look()).claims).toEqual([])
})

test('the page reads a pasted statement without scripts and says what a wrong form lacks', async () => {
  const { code, amount } = await delivered()
  const { door } = checkout
  const headers = { ...(await staffHeaders(door)), 'sec-fetch-site': 'same-origin' }
  const press = (fields: Record<string, string>) =>
    door.call('POST', '/noi-bo/doi-soat-cod', { headers, form: new URLSearchParams(fields) })
  const sent = await press({ intent: 'read', carrier: 'own', text: `${code}\t${amount}` })
  expect([sent.status, sent.text.includes('khớp 1')]).toEqual([200, true])
  expect((await press({ intent: 'read', carrier: 'own', text: '' })).status).toBe(422)
  const claim = { intent: 'claim', parcel_code: code, state: 'paid', amount: '', reason: 'x' }
  expect((await press(claim)).text).toContain('“Đã đền” cần số tiền')
  const lost = await parcel('hand_over', 'lose')
  const typed = { ...claim, parcel_code: lost.code, amount: '1.200.000 đ' }
  expect((await press(typed)).status).toBe(303)
})
