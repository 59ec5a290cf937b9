import { loyalty as contract } from '#contracts/storefront/loyalty.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'

/** What belongs to a member (contract §7). */
export function loyaltyService({ db }: { db: Database }): Service<typeof contract> {
  return {
    profile: async ({ customer_id }) => {
      const member = await findMember(db, customer_id)
      if (member === null) throw contract.profile.refuse('profile_not_found')
      const { name, phone, email } = member
      return { name: name ?? '', phone: nationalForm(phone), email }
    },
  }
}
