import { z } from 'zod'
import { id, line, page } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** What an entry is about. Money and mail that belong to no order are things of their own. */
export const ChangedThing = z.enum([
  'order',
  'draft',
  'booking',
  'trade_in',
  'trade_price',
  'trade_call',
  'shop_reservation',
  'used_unit',
  'repair_ticket',
  'repair_service',
  'technicians',
  'loan',
  'lender',
  'stock',
  'unit',
  'receipt',
  'transfer',
  'count',
  'cod',
  'delivery',
  'returns',
  'review',
  'comment',
  'saved_answer',
  'loyalty',
  'flash_sale',
  'landing_page',
  'article',
  'static_page',
  'post',
  'redirect',
  'popup',
  'banner',
  'message_campaign',
  'do_not_call',
  'game',
  'card',
  'view',
  'cod_statement',
  'export',
  'bulk',
  'customer',
  'member',
  'erasure',
  'staff',
  'role',
  'gateway',
  'carrier',
  'payment_review',
  'outbox',
])
export type ChangedThing = z.infer<typeof ChangedThing>

/** One row that a member of staff wrote. Personal and secret fields have only their names here (decisions 129, 131). */
export const ChangeEntry = z.object({
  change_id: z.int(),
  changed_at: z.iso.datetime(),
  /** token: the holder of STAFF_TOKEN; command: whoever has the server. */
  actor: z.enum(['staff', 'token', 'command']),
  staff_name: z.string().nullable(),
  /** Such as stock.countStock. */
  operation: z.string(),
  /** A code, or what was typed. */
  reason: z.string().nullable(),
  request_id: z.string().nullable(),
  thing: z.string(),
  thing_key: z.string(),
  /** A name of the thing for readers, where it has one besides its key. */
  thing_name: z.string().nullable(),
  table_name: z.string(),
  /** A name of the part that was written, such as a permission of a role. */
  part_name: z.string().nullable(),
  action: z.enum(['insert', 'update', 'delete', 'shown']),
  /** By field: before and after; null where there was or is no value. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  secret_fields: z.array(z.string()),
  personal_fields: z.array(z.string()),
})
export type ChangeEntry = z.infer<typeof ChangeEntry>

/** Personal fields by name; null: there were none, or they were erased. */
const PersonalValues = z.record(z.string(), z.unknown()).nullable()
export const ShownValues = z.object({ before: PersonalValues, after: PersonalValues })
export type ShownValues = z.infer<typeof ShownValues>

export const ChangeList = z.object({
  rows: z.array(ChangeEntry),
  has_next: z.boolean(),
  /** The values of the filter by person. */
  people: z.array(z.object({ value: z.string(), title: z.string() })),
})
export type ChangeList = z.infer<typeof ChangeList>

/** By field: what it is now, and what it would become. */
const UndoChanges = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
/** What undoing an entry would do. */
export const UndoPlan = z.object({
  changes: UndoChanges,
  /** Somebody has changed it again since: then it is not undone. */
  is_changed: z.boolean(),
})
export type UndoPlan = z.infer<typeof UndoPlan>

const change_not_found = { status: 404, meaning: 'There is no such entry.' } as const
const about = {
  access: 'staff',
  permission: 'changes.see',
  scopes: ['all', 'shops', 'own'],
} as const

/** The ledger of what staff change (decision 129). Scope own: what one has changed oneself. */
export const changes = {
  list: operation({
    ...about,
    method: 'GET',
    path: '/changes',
    summary: 'List entries, newest first.',
    input: z.object({
      /** The key of a thing: the code of an order or a gateway, the number of an account. */
      q: line(100).optional(),
      thing: ChangedThing.optional(),
      staff_id: id.optional(),
      /** A day in Vietnam. */
      day: z.iso.date().optional(),
      page: page.optional(),
    }),
    output: ChangeList,
  }),
  ofThing: operation({
    ...about,
    method: 'GET',
    path: '/changes/of-thing',
    summary: 'The latest entries about one thing, newest first.',
    input: z.object({ thing: ChangedThing, thing_key: line(100).optional() }),
    output: z.array(ChangeEntry),
  }),
  entry: operation({
    ...about,
    method: 'GET',
    path: '/changes/one',
    summary: 'One entry.',
    input: z.object({ change_id: id }),
    output: z.object({
      entry: ChangeEntry,
      may_show: z.boolean(),
      /** Null: there is no reverse, or the caller may not call it. */
      undo: UndoPlan.nullable(),
    }),
    refusals: { change_not_found },
  }),
  showPersonal: operation({
    ...about,
    permission: 'changes.show',
    method: 'POST',
    path: '/changes/personal',
    summary: 'Show the personal values of an entry. That they were shown is an entry too.',
    input: z.object({ change_id: id }),
    output: ShownValues,
    refusals: { change_not_found },
  }),
  undoChange: operation({
    ...about,
    method: 'POST',
    path: '/changes/undo',
    summary:
      'Take a change back by the operation that made it, with the permission and scope of that one.',
    input: z.object({ change_id: id }),
    output: z.object({}),
    refusals: {
      change_not_found,
      undo_not_possible: {
        status: 409,
        meaning: 'This cannot be taken back, or not by the caller.',
      },
      changed_since: {
        status: 409,
        meaning: 'It has been changed again since. `changes` says what it is and would become.',
        data: z.object({ changes: UndoChanges }),
      },
      undo_refused: {
        status: 409,
        meaning: 'The operation that would take it back refused with `code`.',
        data: z.object({ code: z.string() }),
      },
    },
  }),
}
