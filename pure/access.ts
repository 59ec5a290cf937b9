import {
  type AnyOperation,
  type Caller,
  declared,
  type Refusal,
  type StaffActor,
  type StaffGrant,
} from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'

/** The caller of an operation: a customer, a member of staff, or null if not known. */
export type AnyCaller = Caller | StaffActor | null

const { refuse } = declared({
  token_is_invalid: { status: 401, meaning: 'This needs the bearer token of a customer.' },
  members_only: { status: 403, meaning: 'Only members of the shop may do this.' },
  staff_only: { status: 403, meaning: 'Only staff of the shop may do this.' },
  permission_missing: {
    status: 403,
    meaning: 'This member of staff does not have the permission to do this.',
  },
})

/**
 * Returns the refusal if the caller may not call the operation with this input, else null. Access is decided
 * only here: pages and HTTP both call services through guardedService, which uses this function.
 */
export function callRefusal(
  operation: Pick<AnyOperation, 'access' | 'permission' | 'scopes'>,
  caller: AnyCaller,
  input: unknown,
): Refusal | null {
  switch (operation.access) {
    case 'public':
      return null
    case 'customer':
      return isCustomer(caller) ? null : refuse('token_is_invalid')
    case 'customer_or_secret':
      return isCustomer(caller) || hasSecret(input) ? null : refuse('token_is_invalid')
    case 'member':
      if (!isCustomer(caller)) return refuse('token_is_invalid')
      return caller.kind === 'member' ? null : refuse('members_only')
    case 'staff':
      if (caller?.kind !== 'staff') return refuse('staff_only')
      return usableGrants(operation, caller).length > 0 ? null : refuse('permission_missing')
    case 'staff_self':
      return caller?.kind === 'staff' ? null : refuse('staff_only')
  }
}

/** Whether a member of staff may call the operation, for some record at least. */
export function mayCall(
  operation: Pick<AnyOperation, 'access' | 'permission' | 'scopes'>,
  actor: StaffActor,
): boolean {
  return callRefusal(operation, actor, {}) === null
}

/** How long a code of the second step counts for what needs a new one: 5 minutes. */
const second_step_lasts_ms = 300_000

/** Whether the member of staff has passed the second step just now. */
export function hasFreshSecondStep(
  { second_step_at }: Pick<StaffActor, 'second_step_at'>,
  now: Date,
): boolean {
  return second_step_at !== null && now.getTime() - second_step_at.getTime() <= second_step_lasts_ms
}

type StaffOperation = Pick<AnyOperation, 'permission' | 'scopes'>

/** What one call of an operation may touch: everything, the rows of some shops, or rows assigned to the actor. */
export interface Reach {
  is_everything: boolean
  shops: readonly number[]
  /** The actor, if their permission holds for what is assigned to them. */
  staff_id: StaffId | null
}

/** The reach of whoever may touch all rows. */
export const everything: Reach = { is_everything: true, shops: [], staff_id: null }

/** The rows that an operation may show or change for the actor. Stores put it into the WHERE of every statement. */
export function reachOf(operation: StaffOperation, actor: StaffActor): Reach {
  const scopes = new Set(usableGrants(operation, actor).map(({ scope }) => scope))
  return {
    is_everything: scopes.has('all'),
    shops: scopes.has('shops') ? actor.shops : [],
    staff_id: scopes.has('own') ? actor.staff_id : null,
  }
}

/** A record that staff act on. `amount` in đồng, if the decision moves money or goods. */
export interface Subject {
  shop_id?: number | null
  assigned_to?: StaffId | null
  amount?: number
}

/** Whether one grant of the actor covers this record: its place and its amount. */
export function covers(operation: StaffOperation, actor: StaffActor, subject: Subject): boolean {
  return (subject.amount ?? 0) <= limitOf(operation, actor, subject)
}

/** The highest amount that the actor may decide about for this record: Infinity without a limit, -Infinity for none. */
export function limitOf(operation: StaffOperation, actor: StaffActor, subject: Subject): number {
  const limits = usableGrants(operation, actor)
    .filter((grant) => isInScope(grant, actor, subject))
    .map(({ max_amount }) => max_amount ?? Infinity)
  return Math.max(-Infinity, ...limits)
}

function isInScope({ scope }: StaffGrant, actor: StaffActor, subject: Subject): boolean {
  const { shop_id, assigned_to } = subject
  switch (scope) {
    case 'all':
      return true
    case 'shops':
      return shop_id != null && actor.shops.includes(shop_id)
    case 'own':
      return assigned_to != null && assigned_to === actor.staff_id
  }
}

/** The actor's grants of the permission whose scope the operation can narrow to. */
function usableGrants({ permission, scopes }: StaffOperation, actor: StaffActor): StaffGrant[] {
  const grants = permission === null ? [] : (actor.grants.get(permission) ?? [])
  return grants.filter(({ scope }) => scopes.includes(scope))
}

function isCustomer(caller: AnyCaller): caller is Caller {
  return caller !== null && caller.kind !== 'staff'
}

/** Whether a secret was sent. The operation checks whether it is right: it looks up the record by it. */
function hasSecret(input: unknown): boolean {
  return (
    typeof input === 'object' && input !== null && 'secret' in input && input.secret !== undefined
  )
}
