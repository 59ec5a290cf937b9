import { repairTicket as contract, type RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { approveTicket, refuseTicketQuote } from '#shop/flows/trade/ticket/answer-quote.ts'
import { customerTicket } from '#shop/flows/trade/ticket/read-ticket.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  findTicketById,
  findTicketOf,
  lockTicketOf,
  type MoveBy,
  type StoredTicket,
  type WhichTicket,
} from '#shop/repair/ticket/ticket-store.ts'
import { listTicketIdsOf } from '#shop/views/repair/ticket-list-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Repair tickets for their customers (decision 231). */
export function repairTicketService(deps: Deps): Service<typeof contract> {
  const { db, now } = deps
  return {
    getTicket: (caller, input) => shown(deps, whichOf(caller, input)),
    approveQuote: (caller, input) =>
      answer(deps, whichOf(caller, input), input.version, 'approve', approveTicket),
    refuseQuote: (caller, input) =>
      answer(deps, whichOf(caller, input), input.version, 'refuse', refuseTicketQuote),
    listTickets: async ({ customer_id }) => {
      const ids = await listTicketIdsOf(db, customer_id)
      const stored = await Promise.all(ids.map((id) => findTicketById(db, id)))
      return Promise.all(
        stored.flatMap((one) => (one === null ? [] : [customerTicket(db, one, now())])),
      )
    },
  }
}

/**
 * Notes the answer to a quote, once. Only the quote that the customer saw is answered: one that was changed meanwhile
 * is shown to them first.
 */
async function answer(
  deps: Deps,
  which: WhichTicket,
  version: number,
  name: 'approve' | 'refuse',
  work: (tx: Tx, ticket: StoredTicket, by: MoveBy) => Promise<void>,
): Promise<RepairTicket> {
  const { db, now, log } = deps
  const { refuse } = contract.approveQuote
  const at = now()
  await transaction(db, async (tx) => {
    const ticket = await lockTicketOf(tx, which)
    if (ticket === null) throw refuse('ticket_not_found')
    if (ticket.state === 'quoted' && ticket.version === version) {
      await work(tx, ticket, { actor: 'shopper', staff_name: null, note: null, at })
      return
    }
    if (!isAnswered(ticket, version, name)) {
      throw refuse('quote_changed', { state: ticket.state })
    }
  })
  log.info({ ticket: which.code, answer: name }, 'a quote was answered')
  return shown(deps, which)
}

/** Whether this answer was given already: a repeated press changes nothing. */
function isAnswered(
  { state, version }: StoredTicket,
  seen: number,
  name: 'approve' | 'refuse',
): boolean {
  if (version !== seen + 1) return false
  return name === 'approve'
    ? state === 'repairing' || state === 'waiting_parts'
    : state === 'refused' || state === 'repairing'
}

async function shown({ db, now }: Deps, which: WhichTicket): Promise<RepairTicket> {
  const ticket = await findTicketOf(db, which)
  if (ticket === null) throw contract.getTicket.refuse('ticket_not_found')
  return customerTicket(db, ticket, now())
}

/** Which ticket a customer means: that of a link, or their own. */
function whichOf(
  caller: Caller | null,
  { code, secret }: { code: string; secret?: string | undefined },
): WhichTicket {
  const stored = storedCode(code)
  if (secret !== undefined) return { code: stored, secret }
  if (caller === null) throw contract.getTicket.refuse('ticket_not_found')
  return { code: stored, customer_id: caller.customer_id }
}
