import { sql } from 'kysely'
import type { ErasureRequestState } from '#contracts/staff/members/erasures.ts'
import type { Database } from '#db/schema.ts'

interface ListedRequest {
  erasure_request_id: number
  state: ErasureRequestState
  phone: string
  asked_at: Date
  erase_at: Date
  ended_at: Date | null
}

/** Requests of members for their erasure: those that wait, the next due first, then those that ended last. */
export async function findErasureRequests(db: Database, limit: number): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    select erasure_request_id, state, member.phone, asked_at, erase_at, ended_at
    from erasure_request join member using (customer_id)
    order by (state = 'waiting') desc, case state when 'waiting' then erase_at end, ended_at desc,
      erasure_request_id limit ${limit}
  `.execute(db)
  return rows
}
