import { z } from 'zod'
import { line, whole } from '#contracts/fields.ts'
import { type AnyOperation, staff_scopes } from '#pure/contract.ts'

export const code = line(20)
/** A ticket as it was seen. */
export const seen = { code, version: whole(1, 1_000_000) }
export const shops_only = ['all', 'shops'] as const
/** Repeats of a form are known by it. */
export const form_key = z.uuid()

export const ticket_not_found = {
  status: 404,
  meaning: 'There is no such ticket at these shops.',
} as const
const ticket_changed = {
  status: 409,
  meaning: 'The ticket is not as it was seen, or not in a state in which this is done.',
} as const
export const price_not_allowed = {
  status: 403,
  meaning:
    'Only who may set prices takes another price than that of the list, or work that is in no list.',
} as const
export const changed = { ticket_not_found, ticket_changed }

export const receiving = {
  access: 'staff',
  permission: 'repairs.receive',
  scopes: shops_only,
} as const
export const repairing = {
  access: 'staff',
  permission: 'repairs.repair',
  scopes: staff_scopes,
} as const
export const seeing = { access: 'staff', permission: 'repairs.see', scopes: shops_only } as const
/** Other prices, payments taken back and a device without its code: also asked like an operation. */
export const set_repair_price = {
  access: 'staff',
  permission: 'repairs.price',
  scopes: shops_only,
} as const satisfies Pick<AnyOperation, 'access' | 'permission' | 'scopes'>
