import type { CustomerId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'

/** The data of the open checkout that is reused when another one replaces it. */
interface Remembered {
  recipient: Recipient | null
  voucher_code: string | null
}

/** Deletes every checkout of the customer that was not ordered; returns the address and voucher of the open one. */
export async function deleteUnordered(tx: Tx, customer_id: CustomerId): Promise<Remembered> {
  const { rows } = await sql<Remembered & { is_open: boolean }>`
    delete from quote q
    where q.customer_id = ${customer_id}
      and not exists (select from sales_order o where o.quote_id = q.quote_id)
    returning q.recipient, q.voucher_code, q.is_open
  `.execute(tx)
  const open = rows.find((row) => row.is_open)
  return { recipient: open?.recipient ?? null, voucher_code: open?.voucher_code ?? null }
}
