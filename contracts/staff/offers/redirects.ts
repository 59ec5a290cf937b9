import { z } from 'zod'
import { flag, line, whole } from '#contracts/fields.ts'
import { declared, operation } from '#pure/contract.ts'

const RedirectRow = z.object({
  path: z.string(),
  is_prefix: z.boolean(),
  target: z.string(),
  status: z.int(),
  is_external: z.boolean(),
  is_active: z.boolean(),
  note: z.string(),
  version: z.int(),
  changed_at: z.iso.datetime(),
  changed_by: z.string().nullable(),
})
export type RedirectRow = z.infer<typeof RedirectRow>

const path = z
  .string()
  .trim()
  .max(500)
  .regex(/^(\/[^/?#\s\\]+)+$/, 'Đường dẫn cũ bắt đầu bằng /, không có ? hay #.')
const version = whole(0, 2_147_483_647)
const changing = { access: 'staff', permission: 'campaigns.change' } as const

const refusals = {
  redirect_changed: {
    status: 409,
    meaning: 'Somebody has changed or removed the rule meanwhile, or made one for the path.',
  },
} as const
export const { refuse: refuseRedirect } = declared(refusals)

/** Rules by which addresses lead to others (decision 255). */
export const redirectRules = {
  redirects: operation({
    method: 'GET',
    path: '/redirects',
    summary: 'All redirect rules, by path.',
    access: 'staff',
    permission: 'campaigns.see',
    input: z.object({}),
    output: z.object({ rows: z.array(RedirectRow), may_change: z.boolean() }),
  }),
  saveRedirect: operation({
    ...changing,
    method: 'POST',
    path: '/redirects/save',
    summary: 'Make a rule, or change one.',
    input: z.object({
      path,
      is_prefix: flag,
      target: z.string().trim().min(1).max(1_000),
      status: z.union([z.enum(['301', '302']).transform(Number), z.literal([301, 302])]),
      is_external: flag,
      is_active: flag,
      note: line(200),
      /** The version that was shown; 0: a new rule. */
      version,
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      ...refusals,
      redirect_refused: {
        status: 422,
        meaning: 'The rule would not work.',
        data: z.object({ reason: z.enum(['reserved', 'target', 'off_site', 'chain']) }),
      },
    },
  }),
  removeRedirect: operation({
    ...changing,
    method: 'POST',
    path: '/redirects/remove',
    summary: 'Remove a rule.',
    input: z.object({ path, version }),
    output: z.object({}),
    refusals,
  }),
}
