import type { z } from 'zod'
import type { AnyOperation, StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import type { ListedChange } from '#shop/views/change-log/change-list-store.ts'

export type Values = Readonly<Record<string, unknown>>

/** An entry with its fields before and after. Fields without a value are null. */
interface Undone {
  entry: ListedChange
  before: Values
  after: Values
  /** What the actor writes as the reason. */
  reason: string
  /** The sealed values before; null: the actor may not see them, or they are erased. */
  personalBefore: () => Promise<Values | null>
}

/** The staff operation that takes an entry back. */
export interface Reverse {
  operation: AnyOperation
  /** What the fields of the entry are now. */
  now: Values
  /** Calls the operation, as its page would. `deps` says how it writes. */
  run: (deps: StaffFlowDeps, actor: StaffActor) => Promise<unknown>
}

/** Finds the reverse of an entry; null: it has none, or the thing is out of reach. */
export type FindReverse = (
  deps: StaffFlowDeps,
  actor: StaffActor,
  undone: Undone,
) => Promise<Reverse | null>

/** The input of an operation, if the values before are still allowed. */
export function inputOf<T extends z.ZodType>(schema: T, input: unknown): z.output<T> | null {
  return schema.safeParse(input).data ?? null
}
