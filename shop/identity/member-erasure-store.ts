import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { endErasureRequest } from '#shop/identity/member/erasure-request-store.ts'
import { deleteIdentities } from '#shop/identity/member/linked-identity-store.ts'
import type { CustomerId } from '#pure/ids.ts'

/**
 * Erases the account of a phone (decision 187): what names the person goes, all sessions end, codes and tokens are
 * deleted. The row of `customer` stays, because orders refer to it. Null: the phone has no account.
 */
export async function eraseMember(tx: Tx, phone: string, now: Date): Promise<CustomerId | null> {
  await tx.deleteFrom('otp').where('phone', '=', phone).execute()
  const { rows } = await sql<{ customer_id: CustomerId }>`
    update member set phone = 'erased:' || customer_id || ':', name = null, email = null, birthday = null,
      password_hash = null, erased_at = ${now}
    where phone = ${phone} returning customer_id
  `.execute(tx)
  const [erased] = rows
  if (erased === undefined) return null
  const { customer_id } = erased
  await endErasureRequest(tx, customer_id, 'done', now)
  await tx
    .updateTable('session')
    .set(({ fn, val }) => ({
      ended_at: fn.coalesce('ended_at', val(now)),
      device: '',
      address: '',
      device_hash: null,
    }))
    .where('customer_id', '=', customer_id)
    .where('device', 'is not', null)
    .execute()
  await tx.deleteFrom('member_passkey').where('customer_id', '=', customer_id).execute()
  await deleteIdentities(tx, customer_id)
  await tx.deleteFrom('phone_change').where('customer_id', '=', customer_id).execute()
  await tx.deleteFrom('oidc_record').where('customer_id', '=', customer_id).execute()
  return customer_id
}
