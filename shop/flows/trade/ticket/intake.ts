import type { ValidWarranty } from '#contracts/staff/orders/ticket-shapes.ts'
import type { Database } from '#db/schema.ts'
import { type BookingOfTicket, findUnitWarranty } from '#shop/flows/trade/ticket/intake-store.ts'
import { listFaultsOfUnit, listPartWarranties } from '#shop/repair/ticket/repair-warranty-store.ts'
import type { NewTicket } from '#shop/repair/ticket/ticket-store.ts'

/** Whether a device can be received for a booking. One booking has one ticket. */
export function isReceivable({ state, has_ticket }: BookingOfTicket): boolean {
  return (state === 'booked' || state === 'received') && !has_ticket
}

/** What a ticket says of the warranty that it is for. */
type WarrantyOfTicket = Pick<
  NewTicket,
  'kind' | 'warranty_of' | 'warranty_line' | 'unit_id' | 'fault_of'
>

export const no_warranty: WarrantyOfTicket = {
  ...{ kind: 'repair', warranty_of: null, warranty_line: null, unit_id: null, fault_of: null },
}

/** What the desk is shown of a warranty, and what the ticket of a repair under it says. */
interface OfferedWarranty extends ValidWarranty {
  of_ticket: WarrantyOfTicket
}

/**
 * What of a device is under warranty on a day: parts that were put in, and the device itself. A fault of the device
 * that was repaired before is offered by itself, so that repairs of one fault are counted together.
 */
export async function listWarranties(
  db: Database,
  imei: string,
  day: string,
): Promise<OfferedWarranty[]> {
  if (imei === '') return []
  const [parts, unit] = await Promise.all([
    listPartWarranties(db, imei),
    findUnitWarranty(db, imei, day),
  ])
  const of_parts = parts
    .filter(({ until }) => until >= day)
    .map(({ ticket_id, code, position, name, until, repairs, fault_of }) => ({
      ...{ key: `${code}.${position}`, name: `${name} (${code})`, until, repairs },
      of_ticket: {
        ...{ ...no_warranty, kind: 'part_warranty' as const, fault_of },
        ...{ warranty_of: ticket_id, warranty_line: position },
      },
    }))
  if (unit === null) return of_parts
  const { unit_id, name, until } = unit
  const of_ticket = { ...no_warranty, kind: 'device_warranty' as const, unit_id }
  const faults = await listFaultsOfUnit(db, unit_id)
  const again = faults.map(({ ticket_id, code, fault, repairs }) => ({
    ...{ key: `unit.${code}`, name: `${name}, lại lỗi “${fault}” (${code})`, until, repairs },
    of_ticket: { ...of_ticket, fault_of: ticket_id },
  }))
  return [...of_parts, { key: 'unit', name, until, repairs: 0, of_ticket }, ...again]
}
