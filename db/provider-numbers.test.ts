import { expect, inject, test } from 'vitest'
import { withFormerDatabase } from '#test/support/database-templates.ts'

test('rows of before keep the numbers under which their providers know them', async () => {
  const server = inject('test_server_url')
  await withFormerDatabase(server, '026-provider-numbers.sql', async (client, update) => {
    await client.query(`
      insert into customer (customer_id, kind, created_at) overriding system value values (1, 'guest', now());
      insert into quote (quote_id, customer_id, province_id, type, grand_total_seen, created_at)
        overriding system value select 1, 1, province_id, 1, 9, now() from province limit 1;
      insert into sales_order (order_id, code, customer_id, quote_id, state, province_id, phone, recipient,
          list_total, discount, subtotal, shipping_fee, grand_total, created_at, secret)
        overriding system value
        select 1, 'DH261120-7K3M9QXZ', 1, 1, 'pending', province_id, '+84', '{}', 9, 0, 9, 0, 9, now(), repeat('a', 40)
        from province limit 1;
      insert into payment (payment_id, order_id, method, state, amount, reference, redirect_url,
          provider_reference, created_at, updated_at) overriding system value values
        (41, 1, 'payos', 'failed', 9, 'DH2611207K3M9QXZT1', 'https://pay.payos.vn/web/a1b2', null, now(), now()),
        (42, 1, 'fundiin', 'failed', 9, 'DH2611207K3M9QXZT2', 'https://fundiin.vn/x', 'FD1', now(), now()),
        (43, 1, 'momo', 'paid', 9, 'DH2611207K3M9QXZT3', 'https://momo.vn/x', '77', now(), now());
      insert into refund (refund_id, order_id, payment_id, gateway, amount, reason, state, created_at, updated_at)
        overriding system value values
        (5, 1, 43, 'momo', 4, 'x', 'requested', now(), now()),
        (6, 1, null, 'zalopay', 5, 'x', 'requested', now(), now());
      insert into transfer_code (transfer_code_id, payment_id, relay, bank_bin, account_number, account_name,
          amount, content, qr_text, checkout_url, issued_at, expires_at) overriding system value values
        (3, 41, 'payos', '1', '1', 'x', 9, 'x', 'x', 'https://pay.payos.vn/web/c3d4', now(), now());
      insert into outbox (outbox_id, channel, recipient, template, state, created_at) overriding system value
        values (8, 'sms', '+84', 'order_paid', 'waiting', now())`)
    await update()
    const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
    expect(await rows('select reference, provider_link from payment order by payment_id')).toEqual([
      ['9000000041', 'a1b2'],
      ['DH2611207K3M9QXZT2', 'FD1'],
      ['DH2611207K3M9QXZT3', null],
    ])
    expect(await rows('select number from refund order by refund_id')).toEqual([
      ['5'],
      ['0000000006'],
    ])
    expect(await rows('select order_number, payment_link from transfer_code')).toEqual([
      ['3', 'c3d4'],
    ])
    expect(await rows('select request_id from outbox')).toEqual([['outbox-8']])
  })
})
