import { sql } from 'kysely'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'

/** What a shopper need not say again when a checkout is opened in place of another. */
export interface Remembered {
  recipient: Recipient | null
  voucher_code: string | null
}

/** Deletes every checkout of the customer that did not become an order; returns what the open one knew. */
export async function deleteUnordered(tx: Tx, customer_id: number): Promise<Remembered> {
  const { rows } = await sql<Remembered & { is_open: boolean }>`
    delete from quote q
    where q.customer_id = ${customer_id}
      and not exists (select from sales_order o where o.quote_id = q.quote_id)
    returning q.recipient, q.voucher_code, q.is_open
  `.execute(tx)
  const open = rows.find((row) => row.is_open)
  return { recipient: open?.recipient ?? null, voucher_code: open?.voucher_code ?? null }
}
