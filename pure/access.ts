import {
  type AnyOperation,
  type Caller,
  declared,
  type Refusal,
  type StaffActor,
} from '#pure/contract.ts'

/** Whoever calls: a customer, a member of staff, or somebody who is not known. */
export type Who = Caller | StaffActor | null

const { refuse } = declared({
  token_is_invalid: { status: 401, meaning: 'This needs the bearer token of a customer.' },
  members_only: { status: 403, meaning: 'This is for members of the shop.' },
  staff_only: { status: 403, meaning: 'This is for staff of the shop.' },
  permission_missing: { status: 403, meaning: 'This member of staff may not do this.' },
})

/**
 * Why somebody may not call an operation with this input; null: they may. Nothing else decides it:
 * pages and HTTP both call services through guardedService, which asks here.
 */
export function callRefusal(
  { access, permission }: Pick<AnyOperation, 'access' | 'permission'>,
  who: Who,
  input: unknown,
): Refusal | null {
  switch (access) {
    case 'public':
      return null
    case 'customer':
      return isCustomer(who) ? null : refuse('token_is_invalid')
    case 'customer_or_secret':
      return isCustomer(who) || hasSecret(input) ? null : refuse('token_is_invalid')
    case 'member':
      if (!isCustomer(who)) return refuse('token_is_invalid')
      return who.kind === 'member' ? null : refuse('members_only')
    case 'staff':
      if (who?.kind !== 'staff') return refuse('staff_only')
      return permission !== null && who.permissions.has(permission)
        ? null
        : refuse('permission_missing')
  }
}

function isCustomer(who: Who): who is Caller {
  return who !== null && who.kind !== 'staff'
}

/** Whether it is the right one, the operation finds out: it looks for that secret's one thing. */
function hasSecret(input: unknown): boolean {
  return (
    typeof input === 'object' && input !== null && 'secret' in input && input.secret !== undefined
  )
}
