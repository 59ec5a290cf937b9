import { z } from 'zod'
import { flag, id, requiredLine } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** A saved view: a list with filters, under a name. */
export const SavedView = z.object({
  staff_view_id: z.int(),
  /** The page of the list, such as "orders". */
  list: z.string(),
  /** The filters, as the query of an address. */
  query: z.string(),
  name: z.string(),
  /** Everybody who may open the list sees it. */
  is_team: z.boolean(),
  /** Saved by the member of staff who asks: only they change it. */
  is_own: z.boolean(),
  /** Who saved it. */
  saved_by: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

const list = z.string().regex(/^[a-z][a-z-]{0,39}$/)
const name = requiredLine(40, 'Hãy đặt tên cho bộ lọc.')

/** A search names people, and a page moves: a view has neither. */
const query = z
  .string()
  .max(1_000)
  .transform((text) => {
    const fields = [...new URLSearchParams(text)].filter(
      ([field, value]) => value !== '' && field !== 'q' && field !== 'page',
    )
    return new URLSearchParams(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  })
  .pipe(z.string().max(1_000))

const name_taken = {
  status: 409,
  meaning: 'A view of one’s own has this name in this list.',
} as const
const view_not_found = { status: 404, meaning: 'There is no such view of one’s own.' } as const

/** The views that a member of staff saves for the lists (decision 146). */
export const views = {
  views: operation({
    method: 'GET',
    path: '/views',
    summary: 'The views of one’s own and those of the team, of all lists.',
    access: 'staff_self',
    input: z.object({}),
    output: z.array(SavedView),
  }),
  saveView: operation({
    method: 'POST',
    path: '/views',
    summary: 'Save the filters of a list under a name.',
    access: 'staff_self',
    input: z.object({ list, query, name, is_team: flag.default(false) }),
    output: z.object({ staff_view_id: z.int() }),
    refusals: {
      name_taken,
      too_many_views: { status: 409, meaning: 'One member of staff has at most 50 views.' },
      account_not_found: { status: 404, meaning: 'There is no such account.' },
    },
  }),
  renameView: operation({
    method: 'POST',
    path: '/views/rename',
    summary: 'Rename a view of one’s own.',
    access: 'staff_self',
    input: z.object({ staff_view_id: id, name }),
    output: z.object({}),
    refusals: { view_not_found, name_taken },
  }),
  removeView: operation({
    method: 'POST',
    path: '/views/remove',
    summary: 'Remove a view of one’s own.',
    access: 'staff_self',
    input: z.object({ staff_view_id: id }),
    output: z.object({}),
    refusals: { view_not_found },
  }),
}
