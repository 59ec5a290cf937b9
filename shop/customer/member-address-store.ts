import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** An address as it is stored: with the names of its ward and province. */
interface NewAddress {
  name: string
  phone: string
  province_code: string
  province_name: string
  ward_id: number
  ward_name: string
  street: string
}

export interface StoredAddress extends NewAddress {
  address_id: number
  is_default: boolean
}

/** The addresses of a member: the usual one first, then the newest. */
export async function findAddresses(
  db: Database,
  customer_id: CustomerId,
): Promise<StoredAddress[]> {
  return db
    .selectFrom('member_address')
    .where('customer_id', '=', customer_id)
    .select(['address_id', 'name', 'phone', 'province_code', 'province_name'])
    .select(['ward_id', 'ward_name', 'street', 'is_default'])
    .orderBy('is_default', 'desc')
    .orderBy('address_id', 'desc')
    .execute()
}

/** Adds an address. */
export async function insertAddress(
  tx: Tx,
  customer_id: CustomerId,
  address: NewAddress,
  now: Date,
): Promise<number> {
  const { address_id } = await tx
    .insertInto('member_address')
    .values({ ...address, customer_id, created_at: now })
    .returning('address_id')
    .executeTakeFirstOrThrow()
  return address_id
}

/** Changes an address of this member; false if they have no such one. */
export async function updateAddress(
  tx: Tx,
  { customer_id, address_id }: { customer_id: CustomerId; address_id: number },
  address: NewAddress,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('member_address')
    .set({ ...address })
    .where('customer_id', '=', customer_id)
    .where('address_id', '=', address_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes one address of a member the usual one. */
export async function updateDefault(
  tx: Tx,
  { customer_id, address_id }: { customer_id: CustomerId; address_id: number },
): Promise<void> {
  await tx
    .updateTable('member_address')
    .set({ is_default: false })
    .where('customer_id', '=', customer_id)
    .where('is_default', '=', true)
    .execute()
  await tx
    .updateTable('member_address')
    .set({ is_default: true })
    .where('customer_id', '=', customer_id)
    .where('address_id', '=', address_id)
    .execute()
}

/** Deletes an address of this member; false if they have no such one. Another one becomes the usual one. */
export async function deleteAddress(
  tx: Tx,
  { customer_id, address_id }: { customer_id: CustomerId; address_id: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('member_address')
    .where('customer_id', '=', customer_id)
    .where('address_id', '=', address_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await sql`
    update member_address set is_default = true
    where customer_id = ${customer_id}
      and address_id = (select max(address_id) from member_address where customer_id = ${customer_id})
      and not exists (select from member_address where customer_id = ${customer_id} and is_default)
  `.execute(tx)
  return true
}

/** Deletes the addresses with this phone, and those of the member of this phone (decision 162). */
export async function deleteAddressesOf(tx: Tx, phone: string): Promise<void> {
  await sql`
    delete from member_address where phone = regexp_replace(${phone}, '^\\+84', '0')
      or customer_id in (select customer_id from member where member.phone = ${phone})
  `.execute(tx)
}

/** Gives the addresses of one member to another, who keeps their usual one. Returns how many. */
export async function moveAddresses(tx: Tx, from: CustomerId, into: CustomerId): Promise<number> {
  const { rows } = await sql`
    update member_address set customer_id = ${into}, is_default = is_default and not exists (
      select from member_address usual where usual.customer_id = ${into} and usual.is_default)
    where customer_id = ${from} returning 1
  `.execute(tx)
  return rows.length
}
