import { z } from 'zod'
import { id, line, requiredLine, whole } from '#contracts/fields.ts'
import { login_name_refused } from '#contracts/staff/sign-in.ts'
import { operation } from '#pure/contract.ts'

const Named = z.object({ name: z.string() })
const RoleOfStaff = Named.extend({ role_code: z.string() })
const ShopOfStaff = Named.extend({ shop_id: z.int() })

/** A member of staff, as those see them who manage staff. */
export const StaffMember = z.object({
  staff_id: z.int(),
  name: z.string(),
  login_name: z.string(),
  roles: z.array(RoleOfStaff),
  shops: z.array(ShopOfStaff),
  /** invited: no password yet · active · locked. */
  state: z.enum(['invited', 'active', 'locked']),
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
  is_demo: z.boolean(),
  last_seen_at: z.iso.datetime().nullable(),
  /** One's own account: others change it. */
  is_self: z.boolean(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** What roles and shops there are to choose from. */
export const StaffChoices = z.object({
  roles: z.array(RoleOfStaff),
  shops: z.array(ShopOfStaff),
})
export type StaffChoices = z.infer<typeof StaffChoices>

const staff_not_found = { status: 404, meaning: 'There is no such member of staff.' } as const
const own_account = { status: 409, meaning: 'Nobody changes their own account here.' } as const
const last_director = {
  status: 409,
  meaning: 'This is the last active account that may manage staff.',
} as const

const role_codes = z.array(z.string().max(40)).max(20)
const shop_ids = z.array(id).max(500)

/** People who work in the shop: their accounts, roles and shops. */
export const people = {
  list: operation({
    method: 'GET',
    path: '/staff',
    summary:
      'List the staff: of all shops, or those who share a shop with the caller; by words of a name, role, shop and state.',
    access: 'staff',
    permission: 'staff.see',
    scopes: ['all', 'shops'],
    input: z.object({
      q: line(80).optional(),
      role: z.string().max(40).optional(),
      shop: whole(1, 2_147_483_647).optional().catch(undefined),
      state: StaffMember.shape.state.optional().catch(undefined),
    }),
    output: z.array(StaffMember),
  }),
  person: operation({
    method: 'GET',
    path: '/staff/one',
    summary: 'Show one member of staff.',
    access: 'staff',
    permission: 'staff.see',
    scopes: ['all', 'shops'],
    input: z.object({ staff_id: id }),
    output: StaffMember,
    refusals: { staff_not_found },
  }),
  choices: operation({
    method: 'GET',
    path: '/staff/choices',
    summary: 'List the roles and shops that staff can have.',
    access: 'staff',
    permission: 'staff.edit',
    input: z.object({}),
    output: StaffChoices,
  }),
  add: operation({
    method: 'POST',
    path: '/staff/add',
    summary: 'Add a member of staff, with an invitation to set the password.',
    access: 'staff',
    permission: 'staff.edit',
    input: z.object({
      name: requiredLine(80, 'Hãy điền họ tên.'),
      login_name: z.string().max(200),
      role_codes,
      shop_ids,
    }),
    output: z.object({ staff_id: z.int(), invite: z.string() }),
    refusals: {
      login_name_refused,
      role_or_shop_not_found: { status: 422, meaning: 'A role or shop does not exist.' },
    },
  }),
  change: operation({
    method: 'POST',
    path: '/staff/change',
    summary: 'Set the roles and shops of a member of staff.',
    access: 'staff',
    permission: 'staff.edit',
    input: z.object({
      staff_id: id,
      role_codes,
      shop_ids,
      /** The roles and shops that the page showed: what somebody else took away meanwhile does not come back. */
      place_seen: z.object({ role_codes, shop_ids }),
    }),
    output: z.object({}),
    refusals: {
      staff_not_found,
      own_account,
      last_director,
      role_or_shop_not_found: { status: 422, meaning: 'A role or shop does not exist.' },
      person_changed: {
        status: 409,
        meaning: 'Somebody has changed the roles or shops meanwhile.',
      },
    },
  }),
  invite: operation({
    method: 'POST',
    path: '/staff/invite',
    summary:
      'Give a new invitation: it sets password and second step anew. Older invitations and sessions end.',
    access: 'staff',
    permission: 'staff.edit',
    input: z.object({ staff_id: id }),
    output: z.object({ invite: z.string() }),
    refusals: { staff_not_found, own_account },
  }),
  lock: operation({
    method: 'POST',
    path: '/staff/lock',
    summary: 'Lock or unlock an account. A locked one is signed out everywhere at once.',
    access: 'staff',
    permission: 'staff.edit',
    input: z.object({ staff_id: id, is_locked: z.boolean() }),
    output: z.object({}),
    refusals: { staff_not_found, own_account, last_director },
  }),
}
