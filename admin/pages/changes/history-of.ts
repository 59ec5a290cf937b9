import type { StaffContext } from '#admin/runtime/page.ts'
import {
  type ChangedThing,
  type ChangeEntry,
  changes as contract,
} from '#contracts/staff/changes.ts'
import { mayCall } from '#pure/access.ts'

/** The entries about a thing, for its own page. Null if the reader may not see the ledger. */
export async function historyOf(
  { services, actor }: StaffContext,
  about: { thing: ChangedThing; thing_key?: string },
): Promise<readonly ChangeEntry[] | null> {
  return mayCall(contract.ofThing, actor) ? services.changes.ofThing(actor, about) : null
}
