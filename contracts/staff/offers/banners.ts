import { z } from 'zod'
import { flag, id, line, requiredLine, whole } from '#contracts/fields.ts'
import { picture_refusals, UploadedPicture } from '#contracts/staff/pictures.ts'
import { Banner } from '#contracts/storefront/content.ts'
import { declared, operation } from '#pure/contract.ts'

const BannerState = z.enum(['running', 'planned', 'over', 'off'])

/** Where a banner stands: a place of the home page, or the number of a category. */
const placement = z.string().regex(/^(hero|right|[1-9]\d{0,14})$/)

/** A banner that staff read and change, with what becomes of it at this moment. */
const BannerRow = Banner.extend({
  placement,
  place: z.enum(['hero', 'right', 'category']),
  /** The name of the category; null: it stands on the home page. */
  category: z.string().nullable(),
  /** False: what its path leads to is not in the shop, so shoppers do not see the banner. */
  leads: z.boolean(),
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  is_active: z.boolean(),
  state: BannerState,
  version: z.int(),
  changed_at: z.iso.datetime(),
  changed_by: z.string().nullable(),
})
export type BannerRow = z.infer<typeof BannerRow>

const categories = z.array(z.object({ value: z.string(), title: z.string() }))

/** A time of Vietnam as a browser's field sends it; empty: none. */
const localTime = z
  .string()
  .regex(/^(20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d)?$/)
  // A parser takes 30 February for 2 March.
  .refine((time) => time === '' || z.iso.date().safeParse(time.slice(0, 10)).success)

const seeing = { method: 'GET', access: 'staff', permission: 'campaigns.see' } as const
const changing = { method: 'POST', access: 'staff', permission: 'campaigns.change' } as const
const banner_not_found = { status: 404, meaning: 'There is no such banner.' } as const
const refusals = {
  banner_not_found,
  banner_changed: { status: 409, meaning: 'Somebody has changed the banner meanwhile.' },
  picture_gone: { status: 409, meaning: 'An uploaded picture that an undo needs is deleted.' },
} as const
export const { refuse: refuseBanner } = declared(refusals)

/** Slides and banners of the home page and of categories, as staff make them. */
export const banners = {
  banners: operation({
    ...seeing,
    path: '/banners',
    summary: 'All banners, by place and in display sequence.',
    input: z.object({ placement: placement.optional(), state: BannerState.optional() }),
    output: z.object({ rows: z.array(BannerRow), categories, may_change: z.boolean() }),
  }),
  banner: operation({
    ...seeing,
    path: '/banners/one',
    summary: 'A banner, and what its form offers.',
    /** 0: a new one. */
    input: z.object({ banner_id: whole(0, 9_007_199_254_740_991) }),
    output: z.object({ banner: BannerRow.nullable(), categories, may_change: z.boolean() }),
    refusals: { banner_not_found },
  }),
  saveBanner: operation({
    ...changing,
    path: '/banners/save',
    summary: 'Make a banner, or change one.',
    input: z.object({
      /** 0: a new one. */
      banner_id: whole(0, 9_007_199_254_740_991),
      /** The version that was shown; 0: a new banner. */
      version: whole(0, 2_147_483_647),
      placement,
      label: requiredLine(80, 'Cần có chữ.'),
      eyebrow: line(40),
      button: line(30),
      ink: z.string().regex(/^#[0-9a-f]{6}$/),
      alt: line(160),
      path: z
        .string()
        .trim()
        .max(300)
        .regex(/^\/([^/\s\\][^\s\\]*)?$/),
      /** Pictures of a banner; empty: none but the uploaded one. */
      image: z.string().max(300),
      image_mobile: z.string().max(300),
      /** Uploads take the place of these pictures. */
      wide: z.array(UploadedPicture).max(1).default([]),
      narrow: z.array(UploadedPicture).max(1).default([]),
      starts_at: localTime,
      ends_at: localTime,
      is_active: flag,
    }),
    output: z.object({ banner_id: z.int(), version: z.int() }),
    refusals: {
      ...refusals,
      ...picture_refusals,
      times_refused: { status: 422, meaning: 'It would end before it begins.' },
      placement_refused: { status: 422, meaning: 'There is no such category.' },
      path_refused: { status: 422, meaning: 'The path leads to nothing in the shop.' },
      image_refused: { status: 422, meaning: 'No banner of the shop has this picture.' },
      shape_refused: {
        status: 422,
        meaning: 'The picture has another shape than its place, or is too small.',
        data: z.object({
          picture: z.enum(['wide', 'narrow']),
          width: z.int(),
          height: z.int(),
          wanted: z.object({ width: z.int(), height: z.int() }),
        }),
      },
    },
  }),
  switchBanner: operation({
    ...changing,
    path: '/banners/switch',
    summary: 'Switch a banner off, or on again.',
    input: z.object({ banner_id: id, version: whole(1, 2_147_483_647), is_active: flag }),
    output: z.object({ version: z.int() }),
    refusals,
  }),
  moveBanner: operation({
    ...changing,
    path: '/banners/move',
    summary: 'Move a banner before its neighbour of the same place, or after it.',
    input: z.object({ banner_id: id, is_up: flag }),
    output: z.object({ banner_id: z.int() }),
    refusals: { banner_not_found },
  }),
}
