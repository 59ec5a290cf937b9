import type { Ticket } from '#contracts/storefront/lookup.ts'
import type { Database } from '#db/schema.ts'

/** What proves that somebody may see a ticket: its code, and the phone of the customer in E.164. */
export interface TicketProof {
  code: string
  phone: string
}

/**
 * One kind of ticket that /tracuu finds. A noun with tickets of its own (repairs, trade-ins) joins by one object of
 * this type in `ticket_sources` and one member of the contract's union. Code and phone are conditions of the same
 * statement, so that a wrong phone takes as long as a wrong code.
 */
export interface TicketSource {
  find: (db: Database, proof: TicketProof) => Promise<Ticket | null>
}
