import { repairTicket as contract, type RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { approveTicket, refuseTicketQuote } from '#shop/flows/trade/ticket/answer-quote.ts'
import { customerTicket } from '#shop/flows/trade/ticket/read-ticket.ts'
import { type RecordAccess, accessOf } from '#shop/order/record-access.ts'
import {
  findTicketById,
  findTicketOf,
  lockTicketOf,
  type MoveBy,
  type StoredTicket,
} from '#shop/repair/ticket/ticket-store.ts'
import { listTicketIdsOf } from '#shop/views/repair/ticket-list-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Which one a shopper means: that of a link, or their own. */
const meant = (caller: Caller | null, named: { code: string; secret?: string | undefined }) =>
  accessOf(caller, named, () => contract.getTicket.refuse('ticket_not_found'))

/** Repair tickets for their customers (decision 231). */
export function repairTicketService(deps: Deps): Service<typeof contract> {
  const { db, now } = deps
  return {
    getTicket: (caller, input) => shown(deps, meant(caller, input)),
    approveQuote: (caller, input) =>
      answer(deps, meant(caller, input), input.version, 'approve', approveTicket),
    refuseQuote: (caller, input) =>
      answer(deps, meant(caller, input), input.version, 'refuse', refuseTicketQuote),
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
  which: RecordAccess,
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

async function shown({ db, now }: Deps, which: RecordAccess): Promise<RepairTicket> {
  const ticket = await findTicketOf(db, which)
  if (ticket === null) throw contract.getTicket.refuse('ticket_not_found')
  return customerTicket(db, ticket, now())
}
