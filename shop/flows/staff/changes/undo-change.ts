import { isDeepStrictEqual } from 'node:util'
import { changes as contract } from '#contracts/staff/changes.ts'
import { mayCall } from '#pure/access.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { findPersonal } from '#shop/change-log/personal-store.ts'
import type { Reverse, Values } from '#shop/flows/staff/changes/find-reverse.ts'
import { reverses } from '#shop/flows/staff/changes/reverses.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import type { ListedChange } from '#shop/views/change-log/change-list-store.ts'

interface UndoDeps extends StaffFlowDeps {
  person_keys: PersonKeys
}

/** What undoing an entry would do. */
interface UndoPlan {
  /** By field: what it is now, and what it would become. */
  changes: Record<string, [now: unknown, then: unknown]>
  /** Somebody has changed it again since. */
  is_changed: boolean
  reverse: Reverse
}

/** Finds how an entry can be taken back by the actor; null if it cannot. */
export async function planUndo(
  deps: UndoDeps,
  actor: StaffActor,
  entry: ListedChange,
): Promise<UndoPlan | null> {
  const { change_id, table_name, action } = entry
  const find = Object.hasOwn(reverses, table_name) ? reverses[table_name] : undefined
  const fields = Object.keys(entry.changes)
  if (find === undefined || fields.length === 0 || action === 'shown') return null
  const [before, after] = [sideOf(entry, 0), sideOf(entry, 1)]
  const personalBefore = async () =>
    mayCall(contract.showPersonal, actor)
      ? (await findPersonal(deps.db, deps.person_keys, change_id)).before
      : null
  const undone = { entry, before, after, reason: reasonOf(change_id), personalBefore }
  const reverse = await find(deps, actor, undone)
  if (reverse === null || !mayCall(reverse.operation, actor)) return null
  const now = (field: string) => reverse.now[field] ?? null
  return {
    reverse,
    changes: Object.fromEntries(
      fields.map((field) => [field, [now(field), before[field] ?? null]]),
    ),
    is_changed: fields.some((field) => !isDeepStrictEqual(now(field), after[field] ?? null)),
  }
}

/**
 * Takes an entry back by the operation that its page would call: with its permission, scope and version check. The
 * entries of that are named `changes.undoChange`, and say which entry they take back.
 */
export async function undoChange(
  deps: UndoDeps,
  actor: StaffActor,
  entry: ListedChange,
): Promise<void> {
  const { refuse } = contract.undoChange
  const plan = await planUndo(deps, actor, entry)
  if (plan === null) throw refuse('undo_not_possible')
  if (plan.is_changed) throw refuse('changed_since', { changes: plan.changes })
  const reason = reasonOf(entry.change_id)
  const write: StaffFlowDeps['write'] = (act, work) =>
    deps.write({ ...act, operation: 'changes.undoChange', reason }, work)
  try {
    await plan.reverse.run({ ...deps, write }, actor)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Whoever was faster: the operation itself has compared versions.
    const later = await planUndo(deps, actor, entry)
    if (later?.is_changed) throw refuse('changed_since', { changes: later.changes })
    throw refuse('undo_refused', { code: error.code })
  }
}

function reasonOf(change_id: number): string {
  return `Hoàn tác thay đổi #${change_id}`
}

function sideOf({ changes }: ListedChange, side: 0 | 1): Values {
  return Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[side]]))
}
