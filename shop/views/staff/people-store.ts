import { sql } from 'kysely'
import type { StaffMember } from '#contracts/staff/people.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { StaffId } from '#pure/ids.ts'

export interface ListedPerson extends Omit<
  StaffMember,
  'staff_id' | 'state' | 'last_seen_at' | 'is_self'
> {
  staff_id: StaffId
  has_password: boolean
  locked_at: Date | null
  last_seen_at: Date | null
}

/**
 * Returns the staff within reach: everybody, or those who share a shop. With `staff_id` at most this one, so that a
 * foreign id gives the same answer as an absent one.
 */
export async function findPeople(
  db: Database,
  { is_everything, shops }: Reach,
  staff_id: number | null = null,
): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select staff.staff_id, staff.name, login_name, is_demo, locked_at,
      password_hash is not null as has_password, totp_secret is not null as has_totp,
      exists (select from staff_passkey k where k.staff_id = staff.staff_id) as has_passkey,
      (select max(seen_at) from staff_session s where s.staff_id = staff.staff_id) as last_seen_at,
      coalesce((
        select json_agg(json_build_object('role_code', role_code, 'name', role.name)
          order by role.position)
        from staff_role_grant g join staff_role role using (role_code)
        where g.staff_id = staff.staff_id), '[]') as roles,
      coalesce((
        select json_agg(json_build_object('shop_id', shop.shop_id, 'name', shop.name)
          order by shop.shop_id)
        from staff_shop s join shop using (shop_id) where s.staff_id = staff.staff_id), '[]') as shops
    from staff
    where (${staff_id}::bigint is null or staff.staff_id = ${staff_id})
      and (${is_everything} or exists (
        select from staff_shop s
        where s.staff_id = staff.staff_id and s.shop_id = any(${shops}::bigint[])))
    order by locked_at is not null, is_demo, staff.name collate vietnamese, staff.staff_id
  `.execute(db)
  return rows
}

/** Returns all shops and warehouses that staff can belong to. */
export async function findWorkplaces(db: Database): Promise<{ shop_id: number; name: string }[]> {
  const { rows } = await sql<{ shop_id: number; name: string }>`
    select shop_id, name from shop where is_active order by name collate vietnamese, shop_id
  `.execute(db)
  return rows
}

/** Returns the active staff within reach who can be given orders: one of their roles sees orders. */
export async function findAssignees(
  db: Database,
  { is_everything, shops }: Reach,
): Promise<{ staff_id: StaffId; name: string }[]> {
  const { rows } = await sql<{ staff_id: StaffId; name: string }>`
    select staff.staff_id, staff.name from staff
    where locked_at is null
      and exists (select from staff_role_grant g join role_permission p using (role_code)
        where g.staff_id = staff.staff_id and p.permission = 'orders.see')
      and (${is_everything} or exists (
        select from staff_shop s
        where s.staff_id = staff.staff_id and s.shop_id = any(${shops}::bigint[])))
    order by staff.name collate vietnamese, staff.staff_id
  `.execute(db)
  return rows
}
