import { z } from 'zod'
import { flag, id, line, requiredLine, whole } from '#contracts/fields.ts'
import { EventPopup } from '#contracts/storefront/content.ts'
import { declared, operation } from '#pure/contract.ts'

/** A popup that staff read and change, with what becomes of it at this moment. */
const PopupRow = EventPopup.extend({
  state: z.enum(['running', 'planned', 'over', 'off']),
  version: z.int(),
  changed_at: z.iso.datetime(),
  changed_by: z.string().nullable(),
})
export type PopupRow = z.infer<typeof PopupRow>

/** A time of Vietnam as a browser's field sends it. */
const localTime = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/)
  // A parser takes 30 February for 2 March.
  .refine((time) => z.iso.date().safeParse(time.slice(0, 10)).success)
/** Paths as people type them: parted by bars or lines. */
const exclude_page = z
  .string()
  .max(2_000)
  .transform((text) => text.split(/[|\n]/).map((path) => path.trim()))
  .transform((paths) => paths.filter((path) => path !== ''))
  .pipe(z.array(z.string().regex(/^\/[^?#\s\\]*$/)))
  .transform((paths) => [...new Set(paths)].join('|'))
const changing = { access: 'staff', permission: 'campaigns.change' } as const
const refusals = {
  popup_not_found: { status: 404, meaning: 'There is no such popup.' },
  popup_changed: { status: 409, meaning: 'Somebody has changed the popup meanwhile.' },
} as const
export const { refuse: refusePopup } = declared(refusals)

/** Popups as staff make them (decision 280). */
export const popups = {
  popups: operation({
    method: 'GET',
    path: '/popups',
    summary: 'All popups: those that run first, then those to come, each by priority.',
    access: 'staff',
    permission: 'campaigns.see',
    input: z.object({}),
    output: z.object({
      rows: z.array(PopupRow),
      /** Pictures that a popup may have. */
      images: z.array(z.string()),
      may_change: z.boolean(),
    }),
  }),
  savePopup: operation({
    ...changing,
    method: 'POST',
    path: '/popups/save',
    summary: 'Make a popup, or change one.',
    input: z.object({
      /** 0: a new one. */
      popup_id: whole(0, 9_007_199_254_740_991),
      /** The version that was shown; 0: a new popup. */
      version: whole(0, 2_147_483_647),
      title: requiredLine(80, 'Cần có tiêu đề.'),
      sentence: line(160),
      button: requiredLine(30, 'Cần có chữ trên nút.'),
      image: z.string().max(300),
      ink: z.string().regex(/^#[0-9a-f]{6}$/),
      link: z
        .string()
        .trim()
        .max(300)
        .regex(/^\/([^/\s\\][^\s\\]*)?$/),
      priority: whole(0, 1_000),
      starts_at: localTime,
      ends_at: localTime,
      exclude_page,
      is_active: flag,
    }),
    output: z.object({ popup_id: z.int(), version: z.int() }),
    refusals: {
      ...refusals,
      times_refused: { status: 422, meaning: 'It would end before it begins.' },
      image_refused: { status: 422, meaning: 'The shop has no such picture for popups.' },
    },
  }),
  switchPopup: operation({
    ...changing,
    method: 'POST',
    path: '/popups/switch',
    summary: 'Switch a popup off, or on again.',
    input: z.object({ popup_id: id, version: whole(1, 2_147_483_647), is_active: flag }),
    output: z.object({ version: z.int() }),
    refusals,
  }),
}
