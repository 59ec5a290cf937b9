import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'

interface Duty {
  db: Database
  staff: StaffServices
  actor: StaffActor
  /** A new order, as it was seen. */
  seen: () => Promise<{ order_code: string; version: number }>
}

/** Inputs with which the operations of customers write. */
export function inputsOfCustomers(
  onDuty: () => Duty,
): Readonly<Record<string, () => Promise<unknown>>> {
  const twoPhones = async () => {
    const { db, seen } = onDuty()
    const { order_code } = await seen()
    const { order_code: other_code } = await seen()
    await sql`update sales_order set phone = '+849' || lpad((50000000 + order_id)::text, 8, '0')
      where code = ${order_code}`.execute(db)
    return { order_code, other_code, reason: 'Khách báo đổi số' }
  }
  return {
    'customers.showCustomer': () => onDuty().seen(),
    'customers.noteCustomer': async () => ({
      ...(await onDuty().seen()),
      text: 'Gọi sau 17 giờ',
    }),
    'customers.blockCustomer': async () => {
      const { staff, actor, seen } = onDuty()
      const { order_code } = await seen()
      const { version } = await staff.customers.customer(actor, { order_code })
      return { order_code, version, block: null, reason: 'Hết hạn chặn' }
    },
    'samePerson.join': twoPhones,
    'samePerson.part': async () => {
      const { staff, actor } = onDuty()
      const input = await twoPhones()
      await staff.samePerson.join(actor, input)
      return { order_code: input.order_code, reason: 'Gộp nhầm' }
    },
  }
}
