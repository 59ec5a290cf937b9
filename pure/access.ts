import {
  type AnyOperation,
  type Caller,
  declared,
  type Refusal,
  type StaffActor,
} from '#pure/contract.ts'

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
  { access, permission }: Pick<AnyOperation, 'access' | 'permission'>,
  caller: AnyCaller,
  input: unknown,
): Refusal | null {
  switch (access) {
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
      return permission !== null && caller.permissions.has(permission)
        ? null
        : refuse('permission_missing')
  }
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
