import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Service } from '#pure/contract.ts'
import type { MemberDeps } from '#shop/flows/member/account/account-service.ts'
import { endOthers } from '#shop/flows/member/account/end-others.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import { addedSince } from '#shop/flows/member/security/second-proof.ts'
import { deleteAdded, findAdded, updateToOwn } from '#shop/identity/member/added-store.ts'
import { endWaitingMerges } from '#shop/identity/member/member-merge-store.ts'
import { endPhoneChange } from '#shop/identity/member/phone-change-store.ts'
import { lockMember } from '#shop/identity/member-store.ts'

type AddedByCode = Pick<Service<typeof contract>, 'addedByCode' | 'removeAdded' | 'keepAdded'>

/** What a code alone has added: its owner sees it and removes it at once (decision 234). */
export function addedByCode(deps: MemberDeps): AddedByCode {
  const { db, now } = deps
  return {
    addedByCode: async (_caller, { token }) => {
      const member = await requireMember(deps, token, contract.addedByCode)
      const added = await findAdded(db, member.customer_id, addedSince(now()))
      return {
        added: added.map(({ added_at, ...one }) => ({ ...one, added_at: added_at.toISOString() })),
        may_keep: member.own_proof_at !== null,
      }
    },
    removeAdded: async (_caller, { token }) => {
      const member = await requireConfirmed(deps, token, contract.removeAdded)
      const { customer_id, session_id } = member
      await transaction(db, async (tx) => {
        if ((await lockMember(tx, customer_id)) === null) {
          throw contract.removeAdded.refuse('signed_out')
        }
        await deleteAdded(tx, customer_id, addedSince(now()))
      })
      // A stranger may have begun these too.
      await endPhoneChange(db, customer_id, 'cancelled', now())
      await endWaitingMerges(db, customer_id, now())
      await endOthers(deps, member, { except: session_id })
      return {}
    },
    keepAdded: async (_caller, { token }) => {
      const { refuse } = contract.keepAdded
      const { customer_id, own_proof_at } = await requireMember(deps, token, contract.keepAdded)
      // What was added must not be able to say that it is the member's.
      if (own_proof_at === null) throw refuse('confirm_needed')
      await transaction(db, async (tx) => {
        if ((await lockMember(tx, customer_id)) === null) throw refuse('signed_out')
        await updateToOwn(tx, customer_id)
      })
      return {}
    },
  }
}
