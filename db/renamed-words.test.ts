import { expect, inject, test } from 'vitest'
import { withFormerDatabase } from '#test/support/database-templates.ts'

test('rows stored under former names are found under the current ones', async () => {
  const server = inject('test_server_url')
  await withFormerDatabase(server, '025-words-of-the-field.sql', async (client, update) => {
    await client.query(`
      insert into outbox (channel, recipient, template, dedupe_key, state, tries, created_at) values
        ('email', 'an@mail.example', 'cart_left', 'cart_left:7', 'waiting', 2, now()),
        ('sms', '+84912345678', 'order_at_door', 'order_at_door:8', 'sent', 1, now());
      insert into voucher (code, name, percent, most) values ('GIAM', 'Giảm', 10, 50000);
      insert into quota (quota_id, total) values (1, 1);
      insert into hold (kind, quota_id, quantity, expires_at) values ('quota', 1, 1, now())`)
    await update()
    const outbox = await client.query(
      `select template, dedupe_key, attempts from outbox order by 1`,
    )
    expect(outbox.rows).toEqual([
      { template: 'abandoned_cart', dedupe_key: 'abandoned_cart:7', attempts: 2 },
      { template: 'order_cod', dedupe_key: 'order_cod:8', attempts: 1 },
    ])
    const vouchers = await client.query(`select max_discount::integer from voucher`)
    expect(vouchers.rows).toEqual([{ max_discount: 50_000 }])
    const reservations = await client.query(`select kind, quantity from reservation`)
    expect(reservations.rows).toEqual([{ kind: 'quota', quantity: 1 }])
  })
})

test('a waiting message is still the newest of its notice, and a lender keeps its hours', async () => {
  const server = inject('test_server_url')
  const migration = '271-words-of-notices-and-loans.sql'
  await withFormerDatabase(server, migration, async (client, update) => {
    await client.query(`
      insert into outbox (channel, recipient, template, dedupe_key, facts, state, created_at) values
        ('email', 'an@mail.example', 'notice_stock', 'notice:7:2', '{"product_notice_id": 7, "told_count": 2}', 'waiting', now()),
        ('email', 'an@mail.example', 'order_placed', 'order:7', '{"key": "3"}', 'waiting', now());
      insert into installment_company (company_id, name, kind, installment_type, min_price, max_price,
        prepaid_percents, months, approve_minutes, hold_hours)
      values ('vay', 'Vay', 'finance', 1, 1, 2, '{0}', '{6}', 15, 24)`)
    await update()
    const outbox = await client.query('select facts from outbox order by dedupe_key')
    expect(outbox.rows.map(({ facts }) => facts)).toEqual([
      { product_notice_id: 7, queued_count: 2 },
      { key: '3' },
    ])
    const lenders = await client.query('select reserve_hours from installment_company')
    expect(lenders.rows).toEqual([{ reserve_hours: 24 }])
    const wrong = client.query('update installment_company set reserve_hours = 0')
    await expect(wrong).rejects.toThrow('installment_company_reserve_hours_check')
  })
})
