import { z } from 'zod'
import { flag, line, requiredLine, whole } from '#contracts/fields.ts'
import { LandingBlock, LandingPhase, LandingTheme } from '#contracts/storefront/landing/blocks.ts'
import { path_taken } from '#contracts/staff/offers/path-taken.ts'
import { operation } from '#pure/contract.ts'

const Layout = z.enum(['landing-page', 'hide-footer'])
const Recurs = z.enum(['never', 'yearly', 'tet', 'black-friday'])
const instant = z.iso.datetime().nullable()

const LandingRow = z.object({
  code: z.string(),
  name: z.string(),
  /** The name with its dates written in, as shoppers read it. */
  title: z.string(),
  path: z.string(),
  layout: Layout,
  is_active: z.boolean(),
  phase: LandingPhase,
  starts_at: instant,
  ends_at: instant,
  /** When its draft is shown to everybody. */
  draft_at: instant,
})
export type LandingRow = z.infer<typeof LandingRow>

const StoredLanding = LandingRow.extend({
  theme: LandingTheme,
  teasing_path: z.string().nullable(),
  dday_path: z.string().nullable(),
  teasing_at: instant,
  dday_at: instant,
  dday_ends_at: instant,
  recurs: Recurs,
  /** What {year} and the like stand for in its texts. */
  date_words: z.record(z.string(), z.string()),
  meta_title: z.string(),
  meta_description: z.string(),
  /** What shoppers see. */
  blocks: z.array(LandingBlock),
  /** What is being prepared; null: nothing. */
  draft_blocks: z.array(LandingBlock).nullable(),
  /** The end of the secret link of its preview. */
  preview_key: z.string(),
  version: z.int(),
  changed_at: z.iso.datetime(),
  changed_by: z.string().nullable(),
  may_change: z.boolean(),
})
export type StoredLanding = z.infer<typeof StoredLanding>

/** A time of Vietnam as a browser's field sends it; empty: none. */
const localTime = z
  .string()
  .regex(/^(20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d)?$/)
  // A parser takes 30 February for 2 March.
  .refine((time) => time === '' || z.iso.date().safeParse(time.slice(0, 10)).success)
const code = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/)
const path = z.string().regex(/^[a-z0-9-]{1,80}(\/[a-z0-9-]{1,80}){0,2}$/)
const version = whole(0, 2_147_483_647)
/** The list of blocks as JSON: it is checked block by block, so that a refusal can name the place. */
const blocks = z.string().max(300_000)
const changing = { access: 'staff', permission: 'campaigns.change' } as const
const not_found = { landing_not_found: { status: 404, meaning: 'There is no such page.' } } as const
const refusals = {
  ...not_found,
  landing_changed: { status: 409, meaning: 'Somebody has changed the page meanwhile.' },
} as const
const blocks_refused = {
  status: 422,
  meaning: 'A block is not right.',
  /** The number of the block from 1, 0 for all together. */
  data: z.object({ block: z.int(), field: z.string(), message: z.string() }),
} as const

/** Landing pages as staff make them (decision 256). */
export const landingPages = {
  landingPages: operation({
    method: 'GET',
    path: '/landing-pages',
    summary: 'All landing pages: those that run first.',
    access: 'staff',
    permission: 'campaigns.see',
    input: z.object({}),
    output: z.object({ rows: z.array(LandingRow), may_change: z.boolean() }),
  }),
  landingPage: operation({
    method: 'GET',
    path: '/landing-pages/one',
    summary: 'A landing page with its blocks and its draft.',
    access: 'staff',
    permission: 'campaigns.see',
    input: z.object({ code: line(60) }),
    output: StoredLanding,
    refusals: not_found,
  }),
  saveLanding: operation({
    ...changing,
    method: 'POST',
    path: '/landing-pages/save',
    summary: 'Make a page, or change its addresses, its times and what search engines read.',
    input: z.object({
      code,
      /** The version that was shown; 0: a new page. */
      version,
      name: requiredLine(80, 'Cần đặt tên.'),
      layout: Layout,
      theme: LandingTheme,
      is_active: flag,
      path,
      teasing_path: path.or(z.literal('')),
      dday_path: path.or(z.literal('')),
      teasing_at: localTime,
      starts_at: localTime,
      dday_at: localTime,
      dday_ends_at: localTime,
      ends_at: localTime,
      recurs: Recurs,
      meta_title: line(120),
      meta_description: line(300),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      ...refusals,
      times_refused: { status: 422, meaning: 'The times are not one after the other.' },
      path_taken,
    },
  }),
  saveBlocks: operation({
    ...changing,
    method: 'POST',
    path: '/landing-pages/draft',
    summary:
      'Save blocks as the draft of a page, shown to everybody from a time on if one is given.',
    input: z.object({ code, version, blocks, draft_at: localTime }),
    output: z.object({ version: z.int() }),
    refusals: { ...refusals, blocks_refused },
  }),
  publishBlocks: operation({
    ...changing,
    method: 'POST',
    path: '/landing-pages/publish',
    summary: 'Show blocks to everybody now. A draft is gone with it.',
    input: z.object({ code, version, blocks }),
    output: z.object({ version: z.int() }),
    refusals: { ...refusals, blocks_refused },
  }),
}
