import type { z } from 'zod'
import { see_cost } from '#contracts/staff/permissions.ts'
import { type Unit, type UnitRow, units as contract } from '#contracts/staff/units.ts'
import type { Database, Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import { covers, mayCall, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import {
  codesOf,
  isSerial,
  isImei,
  storedUnitCode,
  type UnitCodes,
} from '#pure/formats/unit-codes.ts'
import { moveUnits, UnitsNotMovable } from '#shop/flows/units/move-units.ts'
import { unit_moves } from '#shop/inventory/unit/unit-states.ts'
import {
  findCodes,
  findUnits,
  insertUnitEvents,
  lockUnits,
  updateCodes,
} from '#shop/inventory/unit/unit-store.ts'
import { pictureCalls } from '#shop/picture/picture-calls.ts'
import { picturesOf } from '#shop/picture/pictures.ts'
import type { PictureFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { plannedByValues } from '#shop/views/order/order-list-store.ts'
import {
  countUnits,
  findListedUnits,
  findShopsInReach,
  findUnitByCode,
  findUnitEvents,
  isUnitInReach,
  type ListedUnit,
  type UnitFilter,
} from '#shop/views/units/unit-list-store.ts'

const page_size = 50
const staff_moves = ['lock', 'unlock', 'find_faulty', 'repair'] as const

/** Units with an IMEI or a serial number, for staff (decision 132). */
export function unitStaffService(deps: PictureFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    ...pictureCalls(deps, {
      ...{ contract, service: 'units', subject_kind: 'unit' },
      find: async (on, reach, code) =>
        (await findUnitByCode(on, reach, storedUnitCode(code)))?.unit_id ?? null,
      lock: (tx, unit_id) => lockUnits(tx, [unit_id]),
    }),
    units: async (actor, { page = 1, ...input }) => {
      const reach = reachOf(contract.units, actor)
      const filter = unitFilter(input)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts, shops] = await Promise.all([
        plannedByValues(db, (tx) => findListedUnits(tx, reach, filter, part)),
        plannedByValues(db, (tx) => countUnits(tx, reach, filter)),
        findShopsInReach(db, reach),
      ])
      return {
        rows: rows.slice(0, page_size).map((row) => unitRow(row, actor)),
        has_next: rows.length > page_size,
        counts,
        shops: shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name })),
        may_see_cost: covers(see_cost, actor, {}),
      }
    },
    unit: async (actor, { code }) => {
      const reach = reachOf(contract.unit, actor)
      const found = await findUnitByCode(db, reach, storedUnitCode(code))
      if (found === null) throw contract.unit.refuse('unit_not_found')
      return wholeUnit(db, found, actor)
    },
    moveUnit: async (actor, { unit_id, move, reason }) => {
      const { refuse } = contract.moveUnit
      const reach = reachOf(contract.moveUnit, actor)
      try {
        const act = { actor, operation: 'units.moveUnit', reason } as const
        await write(act, async (tx) => {
          if (!(await isUnitInReach(tx, reach, unit_id))) throw refuse('unit_not_found')
          const change = { document: null, reason, staff_name: actor.name, at: now() }
          await moveUnits(tx, [unit_id], move, change)
        })
      } catch (error) {
        if (!(error instanceof UnitsNotMovable)) throw error
        const [unit] = await findUnits(db, [unit_id])
        if (unit === undefined) throw refuse('unit_not_found')
        throw refuse('unit_changed', { state: unit.state })
      }
      log.info({ staff: actor.name, unit_id, move }, 'unit moved')
      return { state: unit_moves[move].to }
    },
    correctCodes: async (actor, { unit_id, seen, reason, ...typed }) => {
      const codes = acceptedCodes(typed)
      const reach = reachOf(contract.correctCodes, actor)
      try {
        const act = { actor, operation: 'units.correctCodes', reason } as const
        await write(act, (tx) =>
          correct(
            tx,
            { unit_id, seen, reason, codes, is_reachable: () => isUnitInReach(tx, reach, unit_id) },
            actor,
            now(),
          ),
        )
      } catch (error) {
        if (!breaks(error, 'unit_code_pkey')) throw error
        const taken = await findCodes(db, codesOf(codes))
        const other = taken.find((one) => one.unit_id !== unit_id)
        throw contract.correctCodes.refuse('code_taken', { code: other?.code ?? '' })
      }
      log.info({ staff: actor.name, unit_id }, 'codes of a unit corrected')
      return { code: codes.imei1 ?? codes.serial ?? '' }
    },
  }
}

export function unitFilter(input: z.output<typeof contract.units.input>): UnitFilter {
  const { state = null, shop = null, q = '' } = input
  const code = storedUnitCode(q)
  const is_code = /^\d{6,15}$/.test(code)
  return {
    state,
    shop_id: shop,
    code: is_code ? `${code}%` : null,
    product: q === '' || is_code ? null : fold(q),
  }
}

export function unitRow({ created_at, ...row }: ListedUnit, actor: StaffActor): UnitRow {
  const { unit_id, imei1, imei2, serial, sku, name, color_name, state, place } = row
  return {
    ...{ unit_id, imei1, imei2, serial, sku, name, color_name, state, place },
    code: imei1 ?? serial ?? '',
    cost: covers(see_cost, actor, {}) ? row.cost : null,
    created_at: created_at.toISOString(),
    warranty_until: row.warranty_until,
  }
}

async function wholeUnit(db: Database, found: ListedUnit, actor: StaffActor): Promise<Unit> {
  const { version_url, warranty_from, lock_reason, unit_id, state } = found
  const [events, pictures] = await Promise.all([
    findUnitEvents(db, unit_id),
    picturesOf(db, { subject_kind: 'unit', subject_id: unit_id }),
  ])
  const may_move = mayCall(contract.moveUnit, actor)
  return {
    ...unitRow(found, actor),
    ...{ version_url, warranty_from, lock_reason },
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    moves: staff_moves.filter((move) => {
      const from: readonly string[] = unit_moves[move].from
      return may_move && from.includes(state)
    }),
    may_correct: mayCall(contract.correctCodes, actor),
    pictures,
    may_change_pictures: mayCall(contract.addPictures, actor),
  }
}

/** Reads typed codes; refuses those that cannot be codes. */
function acceptedCodes(typed: Record<keyof UnitCodes, string>): UnitCodes {
  const { refuse } = contract.correctCodes
  const read = (text: string) => (text === '' ? null : storedUnitCode(text))
  const codes = {
    imei1: read(typed.imei1),
    imei2: read(typed.imei2),
    serial: read(typed.serial),
  }
  const { imei1, imei2, serial } = codes
  const wrong = [imei1, imei2].find((imei) => imei !== null && !isImei(imei))
  if (wrong != null) throw refuse('unit_code_wrong', { code: wrong })
  if (serial !== null && !isSerial(serial)) throw refuse('unit_code_wrong', { code: serial })
  if (imei1 === null && (serial === null || imei2 !== null))
    throw refuse('unit_code_wrong', { code: null })
  if (imei1 !== null && imei1 === imei2) throw refuse('unit_code_wrong', { code: imei2 })
  return codes
}

interface Correction {
  unit_id: number
  seen: string
  reason: string
  codes: UnitCodes
  is_reachable: () => Promise<boolean>
}

async function correct(
  tx: Tx,
  { unit_id, seen, reason, codes, is_reachable }: Correction,
  actor: StaffActor,
  at: Date,
): Promise<void> {
  const { refuse } = contract.correctCodes
  const [unit] = await lockUnits(tx, [unit_id])
  if (unit === undefined || !(await is_reachable())) throw refuse('unit_not_found')
  const { state, shop_id } = unit
  if ((unit.imei1 ?? unit.serial) !== seen) throw refuse('unit_changed', { state })
  await updateCodes(tx, unit_id, codes)
  const change = `${codesOf(unit).join(' / ')} → ${codesOf(codes).join(' / ')}`
  await insertUnitEvents(tx, [{ unit_id, shop_id }], {
    ...{ move: 'correct', from_state: state, to_state: state, document: change },
    ...{ reason, staff_name: actor.name, at },
  })
}
