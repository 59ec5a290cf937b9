import {
  type ChangeLine,
  linesOf,
  partOf,
  reasonOf,
  whoOf,
} from '#admin/pages/changes/change-texts.ts'
import { operationTitle } from '#admin/pages/changes/operation-texts.ts'
import type { StaffContext } from '#admin/runtime/page.ts'
import {
  type ChangedThing,
  type ChangeEntry,
  changes as contract,
} from '#contracts/staff/changes.ts'
import { mayCall } from '#pure/access.ts'

/** An entry of the ledger in words. They are chosen on the server: the page of a thing does not load all of them. */
export interface HistoryEntry {
  change_id: number
  changed_at: string
  who: string
  what: string
  reason: string | null
  part: string
  lines: ChangeLine[]
}

/** The entries about a thing, for its own page. Null if the reader may not see the ledger. */
export async function historyOf(
  { services, actor }: StaffContext,
  about: { thing: ChangedThing; thing_key?: string },
): Promise<HistoryEntry[] | null> {
  if (!mayCall(contract.ofThing, actor)) return null
  return (await services.changes.ofThing(actor, about)).map(inWords)
}

/** An entry in words, with nothing that the browser has to look up. */
export function inWords(entry: ChangeEntry): HistoryEntry {
  const { change_id, changed_at } = entry
  return {
    ...{ change_id, changed_at, who: whoOf(entry), what: operationTitle(entry) },
    ...{ reason: reasonOf(entry), part: partOf(entry), lines: linesOf(entry) },
  }
}
