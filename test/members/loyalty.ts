import { sql } from 'kysely'
import { newMember } from '#test/members/member.ts'
import { type Buyer, buyerWith } from '#test/support/buyer.ts'
import type { TestDatabase } from '#test/support/database.ts'
import type { Door } from '#test/support/door.ts'

interface Known {
  own: TestDatabase
  door: Pick<Door, 'call'>
  now: Date
}

interface MemberBuyer extends Buyer {
  customer_id: number
  /** Tier, spending and points, as they are stored. */
  standing: () => Promise<{ tier_code: string; best_tier: string; spent: number; points: number }>
}

/** A buyer who is a member. */
export async function aMember({ own: { db }, door, now }: Known): Promise<MemberBuyer> {
  const { rows } = await sql<{
    members: number
  }>`select count(*)::int as members from member`.execute(db)
  const phone = `+849${String(10_000_000 + (rows[0]?.members ?? 0))}`
  const { customer_id, token } = await newMember(db, { phone, name: 'Trần Thị Lan', now })
  const standing = async () => {
    const { rows: found } = await sql<Awaited<ReturnType<MemberBuyer['standing']>>>`
      select coalesce(tier_code, 's-null') as tier_code, coalesce(best_tier, 's-null') as best_tier,
        coalesce(spent, 0)::bigint as spent,
        (select coalesce(sum(case put_into when 'member' then points else -points end), 0)::bigint from point_entry
          where point_entry.customer_id = ${customer_id}) as points
      from (values (1)) as one left join member_standing on customer_id = ${customer_id}`.execute(
      db,
    )
    const [own] = found
    if (own === undefined) throw new RangeError('no standing')
    return own
  }
  return { ...buyerWith(door, token), customer_id, standing }
}
