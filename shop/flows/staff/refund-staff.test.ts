import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)

/** A refund of 30.990.000 ₫ that waits for staff to pay it out. */
async function dueRefund(): Promise<number> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const { code, totals } = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  const raw = sepayBody({ content: code.replace('-', ''), amount: totals.grand_total })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  const { rows } = await sql<{ refund_id: number }>`
    insert into refund (number, order_id, gateway, amount, reason, state, created_at, updated_at)
    select gen_random_uuid(), order_id, 'bank_transfer', ${totals.grand_total}, 'x', 'due', now(), now()
    from sales_order where code = ${code} returning refund_id`.execute(checkout.own.db)
  return rows[0]?.refund_id ?? 0
}

async function settle(role: string, refund_id: number, decision = 'done') {
  const form = new URLSearchParams({ refund_id: String(refund_id), decision })
  const headers = {
    ...(await staffHeaders(checkout.door, role)),
    'sec-fetch-site': 'same-origin',
  }
  return checkout.door.call('POST', '/noi-bo/hoan-tien', { form, headers })
}

async function stateOf(refund_id: number): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from refund where refund_id = ${refund_id}`.execute(checkout.own.db)
  return rows[0]?.state
}

test('a refund above the amount of a role stays open, and the page says why', async () => {
  const refund_id = await dueRefund()
  for (const role of ['support_lead', 'accountant']) {
    const answer = await settle(role, refund_id)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('vượt hạn mức của bạn')
    expect(await stateOf(refund_id)).toBe('due')
  }
  await sql`update refund set state = 'failed'`.execute(checkout.own.db)
  expect((await settle('support_lead', refund_id, 'again')).status).toBe(409)
  expect(await stateOf(refund_id)).toBe('failed')
  expect((await settle('director', refund_id, 'again')).status).toBe(303)
  expect(await stateOf(refund_id)).toBe('due')
  expect((await settle('director', refund_id)).status).toBe(303)
  expect(await stateOf(refund_id)).toBe('done')
})

test('the pages of money show phones masked: their readers may see none', async () => {
  await dueRefund()
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const { code } = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  const raw = sepayBody({ content: code.replace('-', ''), amount: 1_000 })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  const headers = await staffHeaders(checkout.door, 'accountant')
  for (const path of ['/noi-bo/hoan-tien', '/noi-bo/doi-soat']) {
    const { text } = await checkout.door.call('GET', path, { headers })
    expect(text).toContain('09•• ••• 678')
    expect(text).not.toContain('912345678')
  }
})
