import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DemoShop } from '#db/seed/demo-data.ts'
import { demo_technician } from '#db/seed/repair/redate-tickets.ts'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { Tables, Tx } from '#db/schema.ts'

interface DemoTicket {
  state: Tables['repair_ticket']['state']
  device: string
  imei?: string
  fault: string
  /** The SKU of a service; its first option is the line of the ticket. */
  service?: string
  line?: Tables['repair_ticket_line']['state']
  /** Hours from the opening of the shop. */
  received: number
  promised: number
  name: string
  phone: string
}

const hour_ms = 3_600_000

/** The moves from the counter to a state. */
const moves_to: Partial<Record<DemoTicket['state'], readonly (readonly [string, string])[]>> = {
  diagnosing: [['diagnose', 'diagnosing']],
  quoted: [['quote', 'quoted']],
  waiting_parts: [
    ['quote', 'quoted'],
    ['approve_and_wait', 'waiting_parts'],
  ],
  repairing: [
    ['quote', 'quoted'],
    ['approve', 'repairing'],
  ],
  at_vendor: [['send_out', 'at_vendor']],
  ready: [
    ['quote', 'quoted'],
    ['approve', 'repairing'],
    ['finish', 'ready'],
  ],
}

/** Inserts devices in repair at the first repair shop, one in each phase of the board. */
export async function seedRepairTickets(
  trx: Tx,
  shops: readonly DemoShop[],
  now: Date,
): Promise<void> {
  const shop = shops.find(({ kinds }) => kinds.includes('sua-chua'))
  if (shop === undefined) return
  const path = join(import.meta.dirname, '..', 'demo', 'repair-tickets.json')
  const { tickets } = JSON.parse(await readFile(path, 'utf8')) as { tickets: DemoTicket[] }
  const at = (hours: number) => new Date(now.getTime() + hours * hour_ms).toISOString()
  await insertRows(
    trx,
    'repair_ticket',
    tickets.map((ticket, n) => ticketRow(ticket, { n, shop_id: shop.id, at })),
  )
  await insertRows(
    trx,
    'repair_event',
    tickets.flatMap((ticket, n) => eventRows(ticket, n, at)),
  )
  for (const [n, { service, line }] of tickets.entries()) {
    if (service === undefined || line === undefined) continue
    const ticket = { ticket_id: n + 1, shop_id: shop.id, moved_at: at(-1) }
    await insertLine(trx, ticket, { service, line })
  }
}

function ticketRow(
  { state, device, imei = undefined, fault, received, promised, name, phone }: DemoTicket,
  { n, shop_id, at }: { n: number; shop_id: number; at: (hours: number) => string },
) {
  return {
    ...{ shop_id, state, kind: 'repair', name, phone, device, imei: imei ?? null, fault },
    secret: createHash('sha1').update(`demo ticket ${n}`).digest('hex'),
    form_key: `demo-${n}`,
    ...{ powers_on: true, broken: [], accessories: [], unlock: 'customer' },
    ...{ promised_at: at(promised), created_at: at(received), received_by: demo_technician },
    refusal_fee: 0,
    hand_code: state === 'ready' ? '246810' : null,
    ...{ wrong_codes: 0, version: 1 + (moves_to[state]?.length ?? 0) },
  }
}

/** The moves of a ticket, one every ten minutes. Its id is its place in the file. */
function eventRows(
  { state, received }: DemoTicket,
  n: number,
  at: (hours: number) => string,
): Record<string, unknown>[] {
  const moves = [['receive', 'received'], ...(moves_to[state] ?? [])] as const
  return moves.map(([move, to], step) => {
    const is_yes = move.startsWith('approve')
    return {
      ...{ ticket_id: n + 1, move, state: to, actor: is_yes ? 'shopper' : 'staff' },
      staff_name: is_yes ? null : demo_technician,
      happened_at: at(received + step / 6),
    }
  })
}

/** The line of a ticket. Its part was bought for it: what is reserved or used is beside what the shop has anyway. */
async function insertLine(
  trx: Tx,
  { ticket_id, shop_id, moved_at }: { ticket_id: number; shop_id: number; moved_at: string },
  { service, line }: { service: string; line: string },
): Promise<void> {
  await sql`
    insert into repair_ticket_line (ticket_id, position, option_id, name, price, warranty_months, state, serial)
    select ${ticket_id}, 1, option_id, service.name || ' - ' || label, price, warranty_months, ${line},
      case when ${line} = 'used' then 'DEMO-' || ${ticket_id}::integer end
    from repair_option option join repair_service service using (service_id)
    where service.sku = ${service} order by option.position limit 1`.execute(trx)
  if (line !== 'reserved' && line !== 'used') return
  const option_id = sql`(select option_id from repair_ticket_line where ticket_id = ${ticket_id})`
  if (line === 'reserved') {
    await sql`
      insert into repair_part_stock as here (option_id, shop_id, quantity, reserved)
      values (${option_id}, ${shop_id}, 1, 1)
      on conflict (option_id, shop_id) do update set quantity = here.quantity + 1, reserved = here.reserved + 1`.execute(
      trx,
    )
  }
  const kinds = line === 'used' ? ['reserve', 'use'] : ['reserve']
  for (const kind of kinds) {
    await sql`
      insert into repair_part_move (ticket_id, option_id, shop_id, kind, serial, staff_name, moved_at)
      select ${ticket_id}, option_id, ${shop_id}, ${kind}, case when ${kind} = 'use' then serial end,
        ${demo_technician}, ${moved_at}::timestamptz
      from repair_ticket_line where ticket_id = ${ticket_id}`.execute(trx)
  }
}
