import { z } from 'zod'
import { dong, flag, id } from '#contracts/fields.ts'
import { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import { Meta } from '#contracts/storefront/catalog.ts'
import { LandingBlock, LandingPhase, LandingTheme } from '#contracts/storefront/landing/blocks.ts'
import { operation } from '#pure/contract.ts'

/** Which address of a campaign is asked for: its own, or that of one phase. */
export const LandingPart = z.enum(['main', 'teasing', 'd-day'])
export type LandingPart = z.infer<typeof LandingPart>

/** A landing page at one moment: what its address shows then. */
export const LandingPage = z.object({
  landing_page_id: z.int(),
  name: z.string(),
  layout: z.enum(['landing-page', 'hide-footer']),
  theme: LandingTheme,
  part: LandingPart,
  /** Its own address. */
  path: z.string(),
  main_path: z.string(),
  /** The phase at the moment. */
  phase: LandingPhase,
  /** The phase whose blocks are shown: that of the address until it has passed, else the same. */
  shown: LandingPhase,
  starts_at: z.iso.datetime().nullable(),
  dday_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  /** The next change that shoppers wait for; null: there is none. */
  next: z
    .object({
      what: z.enum(['starts', 'd-day', 'd-day-ends', 'ends']),
      at: z.iso.datetime(),
      /** Only the day is known, from the calendar. */
      is_foretold: z.boolean(),
    })
    .nullable(),
  blocks: z.array(LandingBlock),
  meta: Meta,
})
export type LandingPage = z.infer<typeof LandingPage>

/** A campaign as menus name it. */
export const CampaignLink = z.object({
  name: z.string(),
  path: z.string(),
  layout: z.enum(['landing-page', 'hide-footer']),
})
export type CampaignLink = z.infer<typeof CampaignLink>

/** A coupon of a wall. */
export const WallVoucher = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** What it takes off: a share, at most `max_discount`, or an amount. */
  percent: z.number().nullable(),
  value: dong.nullable(),
  max_discount: dong.nullable(),
  min_total: dong,
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  /** taken: all of them are used or reserved. */
  state: z.enum(['coming', 'running', 'taken']),
})
export type WallVoucher = z.infer<typeof WallVoucher>

const refusals = {
  not_found: { status: 404, meaning: 'There is no such landing page.' },
} as const

/** Landing pages of campaigns (contract §2). Served under /api/landing. */
export const landing = {
  page: operation({
    method: 'GET',
    path: '/v1/page',
    summary: 'A landing page with the blocks that it shows now.',
    access: 'public',
    input: z.object({ landing_page_id: id, part: LandingPart.default('main') }),
    output: LandingPage,
    refusals,
  }),
  current: operation({
    method: 'GET',
    path: '/v1/current',
    summary: 'Campaigns that are announced or run now: those that end first stand first.',
    access: 'public',
    input: z.object({}),
    output: z.array(CampaignLink),
  }),
  home: operation({
    method: 'GET',
    path: '/v1/home',
    summary: 'The blocks of the home page; none: it shows a row for each category.',
    access: 'public',
    input: z.object({}),
    output: z.array(LandingBlock),
  }),
  preview: operation({
    method: 'GET',
    path: '/v1/preview',
    summary: 'A landing page at a moment, with its draft, for whoever has its secret link.',
    access: 'public',
    input: z.object({
      preview_key: z.string().regex(/^[0-9a-f]{64}$/),
      /** Default: now. */
      at: z.iso.datetime().optional(),
      part: LandingPart.default('main'),
      /** What shoppers see, not the draft. */
      is_live: flag.default(false),
    }),
    output: LandingPage.extend({ note: PreviewNote }),
    refusals,
  }),
  vouchers: operation({
    method: 'GET',
    path: '/v1/vouchers',
    summary: 'The coupons that a landing page names. Those that are over are left out.',
    access: 'public',
    input: z.object({ landing_page_id: id }),
    output: z.array(WallVoucher),
  }),
}
