import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/**
 * Erases the account of a phone (decision 187): what names the person goes, all sessions end, codes and tokens are
 * deleted. The row of `customer` stays, because orders refer to it. False: the phone has no account.
 */
export async function eraseMember(tx: Tx, phone: string, now: Date): Promise<boolean> {
  await sql`delete from otp where phone = ${phone}`.execute(tx)
  const { rows } = await sql<{ customer_id: number }>`
    update member set phone = 'erased:' || customer_id || ':', name = null, email = null, birthday = null,
      password_hash = null, erased_at = ${now}
    where phone = ${phone} returning customer_id
  `.execute(tx)
  const [erased] = rows
  if (erased === undefined) return false
  const { customer_id } = erased
  await sql`
    update session set ended_at = coalesce(ended_at, ${now}), device = '', address = ''
    where customer_id = ${customer_id} and device is not null
  `.execute(tx)
  await sql`delete from oidc_record where customer_id = ${customer_id}`.execute(tx)
  return true
}
