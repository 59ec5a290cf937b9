import { z } from 'zod'
import { landingPages } from '#contracts/staff/offers/landing-pages.ts'
import { banners } from '#contracts/staff/offers/banners.ts'
import { popups } from '#contracts/staff/offers/popups.ts'
import { guardedService } from '#pure/guarded-service.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'
import { findLandingByCode } from '#shop/content/landing/landing-store.ts'
import { findBanner } from '#shop/content/banner-staff-store.ts'
import { findPopup } from '#shop/content/popup-staff-store.ts'
import { restoreBanner } from '#shop/flows/content/campaigns/restore-banner.ts'
import { landingStaffService } from '#shop/flows/content/campaigns/landing-staff.ts'
import { popupStaffService } from '#shop/flows/content/campaigns/popup-staff.ts'
import { type FindReverse, inputOf, type Values } from '#shop/flows/staff/changes/find-reverse.ts'

const times = ['teasing_at', 'starts_at', 'dday_at', 'dday_ends_at', 'ends_at'] as const
const Time = z.iso.datetime({ offset: true })

/** A time of the ledger or of a row, as the forms send it. */
function typedTime(value: unknown): string {
  if (value instanceof Date) return vietnamClock(value).slice(0, 16)
  const text = Time.safeParse(value).data
  return text === undefined ? '' : vietnamClock(new Date(text)).slice(0, 16)
}

/** The values of an entry with times as forms send them, to be compared with a row. */
function typed(values: Values): Values {
  const entries = Object.entries(values).map(([field, value]) => [
    field,
    field.endsWith('_at') ? typedTime(value) : value,
  ])
  return Object.fromEntries(entries)
}

/** Times of a row as the ledger writes them: an entry that is undone has seconds of zero. */
function asLogged(row: Values, after: Values): Values {
  const entries = Object.entries(row).map(([field, value]) => {
    const logged = after[field]
    const is_same = value instanceof Date && typedTime(value) === typedTime(logged)
    return [field, is_same ? logged : value instanceof Date ? value.toISOString() : value]
  })
  return Object.fromEntries(entries)
}

/**
 * The blocks of a landing page, or its settings. Its addresses have entries of no undo: former ones redirect already.
 */
export const landingPage: FindReverse = async ({ db }, _actor, { entry, before, after }) => {
  const row = await findLandingByCode(db, entry.thing_key)
  if (!row || entry.action !== 'update') return null
  const { code, version, blocks: published, draft_blocks, draft_at } = row
  const options = { check: false, name: 'landingPagesStaffService' }
  if ('blocks' in before) {
    const blocks = JSON.stringify(before['blocks'])
    const input = inputOf(landingPages.publishBlocks.input, { code, version, blocks })
    if (input === null) return null
    return {
      operation: landingPages.publishBlocks,
      now: { blocks: published, draft_blocks, draft_at },
      run: (deps, by) => {
        const service = landingStaffService({ ...deps, reserved_paths: [] })
        return guardedService(landingPages, service, options).publishBlocks(by, input)
      },
    }
  }
  // A draft is written over, or published: that has its own entry.
  if ('draft_blocks' in before || 'draft_at' in before) return null
  const own = Object.fromEntries(times.map((time) => [time, typedTime(row[time])]))
  const input = inputOf(landingPages.saveLanding.input, {
    ...{ ...row, ...own, ...typed(before), code, version },
    teasing_path: row.teasing_path ?? '',
    dday_path: row.dday_path ?? '',
  })
  if (input === null) return null
  return {
    operation: landingPages.saveLanding,
    now: asLogged({ ...row }, after),
    run: (deps, by) => {
      const service = landingStaffService({ ...deps, reserved_paths: [] })
      return guardedService(landingPages, service, options).saveLanding(by, input)
    },
  }
}

export const popup: FindReverse = async ({ db }, _actor, { entry, before, after }) => {
  const row = await findPopup(db, Number(entry.thing_key))
  if (!row || entry.action !== 'update') return null
  const own = { starts_at: typedTime(row.starts_at), ends_at: typedTime(row.ends_at) }
  const input = inputOf(popups.savePopup.input, { ...row, ...own, ...typed(before) })
  if (input === null) return null
  return {
    operation: popups.savePopup,
    now: asLogged({ ...row }, after),
    run: (deps, by) =>
      guardedService(popups, popupStaffService(deps), {
        ...{ check: false, name: 'popupsStaffService' },
      }).savePopup(by, input),
  }
}

const Instant = Time.transform((time) => new Date(time)).nullable()
const Size = z.int().nullable()
/** Columns of a banner as the ledger writes them. */
const BannerColumns = z
  .object({
    ...{ place: z.enum(['hero', 'right', 'category']), category_id: Size, position: z.int() },
    ...{ label: z.string(), eyebrow: z.string(), button: z.string(), ink: z.string() },
    ...{ alt: z.string(), path: z.string(), is_active: z.boolean() },
    ...{ image: z.string(), image_width: z.int(), image_height: z.int() },
    ...{ image_mobile: z.string().nullable(), image_mobile_width: Size, image_mobile_height: Size },
    ...{ starts_at: Instant, ends_at: Instant },
  })
  .partial()

/** The fields of a banner. A step among others has no undo: the other arrow takes it back. */
export const banner: FindReverse = async ({ db }, _actor, { entry, before, after }) => {
  const row = await findBanner(db, Number(entry.thing_key))
  if (!row || entry.action !== 'update') return null
  const fields = inputOf(BannerColumns, before)
  const is_step = 'position' in before && !('place' in before || 'category_id' in before)
  if (fields === null || is_step) return null
  return {
    operation: banners.saveBanner,
    now: asLogged({ ...row }, after),
    run: (deps, by) => restoreBanner(deps, by, row, fields),
  }
}
