import type { z } from 'zod'
import { units } from '#contracts/staff/units.ts'
import { usedUnits as contract } from '#contracts/staff/trade/used-units.ts'
import type { Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { covers, mayCall, type Reach, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { readUnitLines, type UnitCodes } from '#pure/formats/unit-codes.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import type { PictureFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { addUsedUnit, UnitNotAddable } from '#shop/flows/trade/used/add-used-unit.ts'
import { pictureCalls } from '#shop/picture/picture-calls.ts'
import { picturesOf } from '#shop/picture/pictures.ts'
import {
  daysSince,
  leastOffer,
  monthsSince,
  suggestedPrice,
} from '#shop/inventory/used/used-price.ts'
import {
  findTests,
  hasPicture,
  isReserved,
  lockPassport,
  lockUsedUnit,
  raiseUsedVersion,
  type StoredUsedUnit,
  updateOffered,
  updatePassport,
  updateUsedPrices,
} from '#shop/inventory/used/used-store.ts'
import { readTypedTests } from '#shop/inventory/used/typed-tests.ts'
import type { DeviceTest, Passport, UsedState } from '#shop/inventory/used/used.ts'
import { findShopsInReach } from '#shop/views/units/unit-list-store.ts'
import {
  countUsed,
  findListedUsed,
  findNewItem,
  findNewItems,
  findUsedUnit,
  type ListedUsedUnit,
  type StoredUsedPage,
  type UsedFilter,
} from '#shop/views/used/used-staff-store.ts'

const page_size = 50
const shown_goods = 12

/** Used devices for staff: intake, passport, price, sale (decision 222). */
export function usedStaffService(deps: PictureFlowDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    ...pictureCalls(deps, {
      ...{ contract, service: 'usedUnits', subject_kind: 'used_unit' },
      find: async (on, reach, code) => {
        const unit = /^\d{1,10}$/.test(code) && (await findUsedUnit(on, reach, Number(code)))
        return unit ? unit.imei_id : null
      },
      lock: (tx, imei_id) => lockPassport(tx, imei_id),
    }),
    usedUnits: async (actor, { page = 1, ...input }) => {
      const reach = reachOf(contract.usedUnits, actor)
      const filter = filterOf(input)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts, shops] = await Promise.all([
        findListedUsed(db, reach, filter, part),
        countUsed(db, reach, filter),
        findShopsInReach(db, reach),
      ])
      return {
        rows: rows.slice(0, page_size).map((row) => shownRow(row, now())),
        has_next: rows.length > page_size,
        counts,
        shops: shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name })),
        may_add: mayCall(contract.addUsedUnit, actor),
      }
    },
    usedUnit: async (actor, { imei_id }) => {
      const found = await findUsedUnit(db, reachOf(contract.usedUnit, actor), imei_id)
      if (!found) throw contract.usedUnit.refuse('used_unit_not_found')
      return wholeUnit(deps, found, actor)
    },
    usedIntake: async (actor, { q }) => {
      const words = fold(q).split(' ').filter(Boolean)
      const [shops, goods] = await Promise.all([
        findShopsInReach(db, reachOf(contract.usedIntake, actor)),
        words.length === 0 ? [] : findNewItems(db, { q: q.trim(), words, limit: shown_goods }),
      ])
      const choices = shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name }))
      return { shops: choices, goods }
    },
    addUsedUnit: (actor, input) => addByHand(deps, actor, input),
    ...changesOf(deps),
  }
}

/** The operations that change a device. Each locks it and compares what the page showed. */
function changesOf(
  deps: PictureFlowDeps,
): Pick<
  Service<typeof contract>,
  'describeUsedUnit' | 'offerUsedUnit' | 'priceUsedUnit' | 'withdrawUsedUnit'
> {
  const { now, log, write } = deps
  return {
    describeUsedUnit: async (actor, { imei_id, version, is_tested_again, ...typed }) => {
      const reach = reachOf(contract.describeUsedUnit, actor)
      await write({ actor, operation: 'usedUnits.describeUsedUnit' }, async (tx) => {
        await lockSeen(tx, {
          imei_id,
          version,
          reach,
          // What an order holds stays as its buyer saw it.
          from: ['draft', 'listed', 'withdrawn'],
        })
        const known = await findTests(tx, imei_id)
        const again = { known, is_tested_again }
        await updatePassport(tx, imei_id, passportOf(typed, now(), again))
      })
      return {}
    },
    offerUsedUnit: async (actor, { imei_id, version, price }) => {
      const reach = reachOf(contract.offerUsedUnit, actor)
      await write({ actor, operation: 'usedUnits.offerUsedUnit' }, async (tx) => {
        const unit = await lockSeen(tx, { imei_id, version, reach, from: ['draft', 'withdrawn'] })
        if (!(await hasPicture(tx, unit.product_id))) {
          throw contract.offerUsedUnit.refuse('used_unit_without_picture')
        }
        await requireFairPrice(tx, actor, { imei_id, price, now: now() })
        await updateUsedPrices(tx, [{ product_id: unit.product_id, price }])
        await updateOffered(tx, [imei_id], true, now())
      })
      log.info({ staff: actor.name, imei_id, price }, 'a used device is on sale')
      return {}
    },
    priceUsedUnit: async (actor, { imei_id, version, price, reason }) => {
      const reach = reachOf(contract.priceUsedUnit, actor)
      const act = { actor, operation: 'usedUnits.priceUsedUnit', reason } as const
      await write(act, async (tx) => {
        const unit = await lockSeen(tx, { imei_id, version, reach, from: ['listed', 'withdrawn'] })
        await updateUsedPrices(tx, [{ product_id: unit.product_id, price }])
        await raiseUsedVersion(tx, imei_id)
      })
      log.info({ staff: actor.name, imei_id, price }, 'the price of a used device changed')
      return {}
    },
    withdrawUsedUnit: async (actor, { imei_id, version, reason }) => {
      const reach = reachOf(contract.withdrawUsedUnit, actor)
      const act = { actor, operation: 'usedUnits.withdrawUsedUnit', reason } as const
      await write(act, async (tx) => {
        const from = ['draft', 'listed', 'held'] as const
        const { state, product_id } = await lockSeen(tx, { imei_id, version, reach, from })
        if (state === 'held' && (await isReserved(tx, product_id))) {
          throw contract.withdrawUsedUnit.refuse('used_unit_reserved')
        }
        await updateOffered(tx, [imei_id], false, now())
      })
      log.info({ staff: actor.name, imei_id }, 'a used device was withdrawn')
      return {}
    },
  }
}

interface Seen {
  imei_id: number
  version: number
  reach: Reach
  /** The states in which the change is possible. */
  from: readonly UsedState[]
}

async function lockSeen(tx: Tx, { imei_id, version, reach, from }: Seen): Promise<StoredUsedUnit> {
  const { refuse } = contract.priceUsedUnit
  const unit = await lockUsedUnit(tx, imei_id, reach)
  if (unit === null) throw refuse('used_unit_not_found')
  const { state } = unit
  if (unit.version !== version || !from.includes(state))
    throw refuse('used_unit_changed', { state })
  return unit
}

async function addByHand(
  { db, now, log, write }: PictureFlowDeps,
  actor: StaffActor,
  { sku, codes: typed, shop_id, cost, ...passport }: z.output<typeof contract.addUsedUnit.input>,
): Promise<{ imei_id: number }> {
  const { refuse } = contract.addUsedUnit
  const reach = reachOf(contract.addUsedUnit, actor)
  const item = await findNewItem(db, sku)
  if (item === null) throw refuse('goods_not_found')
  const shops = await findShopsInReach(db, reach)
  if (!shops.some((shop) => shop.shop_id === shop_id)) throw refuse('shop_not_found')
  const codes = codesTyped(typed, item.identified_by ?? 'serial')
  const unit = {
    ...{ new_item_id: item.item_id, codes, shop_id, cost: cost ?? null, price: null },
    ...({ source: 'hand', source_reference: null } as const),
    ...passportOf(passport, now(), { known: [], is_tested_again: true }),
  }
  try {
    const { imei_id } = await write({ actor, operation: 'usedUnits.addUsedUnit' }, (tx) =>
      addUsedUnit(tx, unit, {
        staff_name: actor.name,
        at: now(),
        mayRelease: (at_shop) => covers(units.moveUnit, actor, { shop_id: at_shop }),
      }),
    )
    log.info({ staff: actor.name, imei_id, shop_id }, 'a used device came in')
    return { imei_id }
  } catch (error) {
    // Somebody else has taken it in at the same moment.
    const is_second = breaks(error, 'unit_code_pkey')
    if (is_second || error instanceof UnitNotAddable) throw refuse('unit_is_here')
    throw error
  }
}

/** A price far below the suggested one is decided by those who may change prices. */
async function requireFairPrice(
  tx: Tx,
  actor: StaffActor,
  { imei_id, price, now }: { imei_id: number; price: number; now: Date },
): Promise<void> {
  if (mayCall(contract.priceUsedUnit, actor)) return
  const found = await findUsedUnit(tx, reachOf(contract.offerUsedUnit, actor), imei_id)
  const suggested = found && suggestedFor(found, 0, now)
  if (suggested == null) return
  const least = leastOffer(suggested)
  if (price < least) throw contract.offerUsedUnit.refuse('used_price_too_low', { least })
}

function codesTyped(typed: string, identified_by: 'imei' | 'serial'): UnitCodes {
  const [line, second] = readUnitLines(typed, identified_by)
  if (line === undefined || line.problem !== null || second !== undefined) {
    throw contract.addUsedUnit.refuse('unit_code_wrong', { code: line?.problem_code ?? null })
  }
  const { imei1, imei2, serial } = line
  return { imei1, imei2, serial }
}

type TypedPassport = Omit<
  z.output<typeof contract.describeUsedUnit.input>,
  'imei_id' | 'version' | 'is_tested_again'
>

function passportOf(
  { battery, used_since, replaced_parts, tests: text, ...typed }: TypedPassport,
  now: Date,
  before: { known: readonly DeviceTest[]; is_tested_again: boolean },
): Passport {
  const tests = readTypedTests({ text, today: vietnamDay(now), ...before })
  if ('wrong_line' in tests) {
    throw contract.describeUsedUnit.refuse('test_line_wrong', { line: tests.wrong_line })
  }
  return {
    ...typed,
    battery: battery ?? null,
    used_since: used_since ?? null,
    replaced_parts: listed(replaced_parts),
    tests,
  }
}

function listed(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.normalize('NFC').trim())
    .filter(Boolean)
    .slice(0, 20)
}

function filterOf(input: Omit<z.output<typeof contract.usedUnits.input>, 'page'>): UsedFilter {
  const { state = null, grade = null, shop = null, q = '' } = input
  const digits = /^\d{3,15}$/.test(q.trim()) ? q.trim() : null
  const words = digits === null ? fold(q).split(' ').filter(Boolean) : []
  return { state, grade, shop_id: shop, digits, words }
}

function shownRow({ created_at, listed_at, ...row }: ListedUsedUnit, now: Date) {
  const days_listed = listed_at === null ? null : daysSince(listed_at, now)
  return { ...row, days_listed, created_at: created_at.toISOString() }
}

async function wholeUnit(
  { db, now, public_url }: PictureFlowDeps,
  { created_at, listed_at, ...found }: StoredUsedPage,
  actor: StaffActor,
) {
  const { product_id, ...shown } = found
  const pictures = await picturesOf(db, { subject_kind: 'used_unit', subject_id: found.imei_id })
  const days = listed_at === null ? 0 : daysSince(listed_at, now())
  return {
    ...shown,
    pictures,
    suggested_price: suggestedFor(found, found.state === 'listed' ? days : 0, now()),
    qr: qrPictureUrl(`${public_url}/may-cu/${found.imei_id}`),
    created_at: created_at.toISOString(),
    days_listed: listed_at === null ? null : days,
    may_list: mayCall(contract.offerUsedUnit, actor),
    may_price: mayCall(contract.priceUsedUnit, actor),
    is_reserved: await isReserved(db, product_id),
  }
}

/** The price that staff are shown for a device; null: its new goods have none. */
function suggestedFor(
  {
    new_price,
    grade,
    battery,
    used_since,
  }: Pick<StoredUsedPage, 'new_price' | 'grade' | 'battery' | 'used_since'>,
  days_listed: number,
  now: Date,
): number | null {
  if (new_price === null) return null
  const months_used = monthsSince(used_since, now)
  return suggestedPrice({ new_price, grade, battery, months_used, days_listed })
}
