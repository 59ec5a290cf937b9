import { z } from 'zod'
import {
  Choice,
  dong,
  emptyOr,
  id,
  line,
  requiredLine,
  stateCounts,
  whole,
} from '#contracts/fields.ts'
import { Picture, pictureOperations } from '#contracts/staff/pictures.ts'
import { operation } from '#pure/contract.ts'

/** Where a unit is in its life. On hand, and for sale, is `in_stock` alone. */
export const UnitState = z.enum([
  'in_stock',
  'in_transfer',
  'sold',
  'faulty',
  'locked',
  'written_off',
])
export type UnitState = z.infer<typeof UnitState>

/** A unit with an IMEI or a serial number. */
export const UnitRow = z.object({
  unit_id: z.int(),
  /** The first IMEI, else the serial number: the unit's name in addresses. */
  code: z.string(),
  imei1: z.string().nullable(),
  imei2: z.string().nullable(),
  serial: z.string().nullable(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  state: UnitState,
  /** The shop that has it, the transfer that moves it, or the order that it was sold with; null: written off. */
  place: z.string().nullable(),
  /** In đồng; null: not known, or the reader may not see costs. */
  cost: dong.nullable(),
  created_at: z.iso.datetime(),
  warranty_until: z.iso.date().nullable(),
})
export type UnitRow = z.infer<typeof UnitRow>

const UnitEvent = z.object({
  at: z.iso.datetime(),
  /** A move of shop/inventory/unit/unit-states.ts, or `correct`: its codes were wrong. */
  move: z.string(),
  to_state: UnitState,
  shop: z.string().nullable(),
  document: z.string().nullable(),
  reason: z.string().nullable(),
  staff_name: z.string().nullable(),
})
export type UnitEvent = z.infer<typeof UnitEvent>

/** The moves that staff make on the page of a unit. */
export const StaffUnitMove = z.enum(['lock', 'unlock', 'find_faulty', 'repair'])
export type StaffUnitMove = z.infer<typeof StaffUnitMove>

/** Everything about one unit. */
export const Unit = UnitRow.extend({
  pictures: z.array(Picture),
  version_url: z.string().nullable(),
  warranty_from: z.iso.date().nullable(),
  lock_reason: z.string().nullable(),
  events: z.array(UnitEvent),
  /** The moves that its state allows and the reader may make, and whether they may correct its codes. */
  moves: z.array(StaffUnitMove),
  may_correct: z.boolean(),
  may_change_pictures: z.boolean(),
})
export type Unit = z.infer<typeof Unit>

/** A page of units. */
export const UnitList = z.object({
  rows: z.array(UnitRow),
  has_next: z.boolean(),
  /** By state, without the filter of the state, counted up to 1,000. */
  counts: stateCounts(UnitState),
  shops: z.array(Choice),
  may_see_cost: z.boolean(),
})
export type UnitList = z.infer<typeof UnitList>

export const unit_code_wrong = {
  status: 422,
  meaning: 'A code has the wrong length or check digit, or is missing.',
  data: z.object({ code: z.string().nullable() }),
} as const
const unit_not_found = { status: 404, meaning: 'There is no such unit.' } as const
const unit_changed = {
  status: 409,
  meaning: 'The unit is in another state, or has other codes, than when the page was shown.',
  data: z.object({ state: UnitState }),
} as const

/** Units with an IMEI or a serial number (decision 132). */
export const units = {
  ...pictureOperations({
    ...{ path: '/units', see: 'stock.see', change: 'stock.move', scopes: ['all', 'shops'] },
  }),
  units: operation({
    method: 'GET',
    path: '/units',
    summary: 'List units by state, shop and product, newest first.',
    access: 'staff',
    permission: 'stock.see',
    scopes: ['all', 'shops'],
    input: z.object({
      state: emptyOr(UnitState),
      /** An IMEI or a serial number or its beginning, the beginning of a SKU, or words of a name. */
      q: emptyOr(line(100)),
      shop: emptyOr(whole(1, 999_999)),
      page: whole(1, 100).optional(),
    }),
    output: UnitList,
  }),
  unit: operation({
    method: 'GET',
    path: '/units/:code',
    summary: 'The whole life of a unit, by any of its codes.',
    access: 'staff',
    permission: 'stock.see',
    scopes: ['all', 'shops'],
    input: z.object({ code: line(60) }),
    output: Unit,
    refusals: { unit_not_found },
  }),
  moveUnit: operation({
    method: 'POST',
    path: '/units/move',
    summary: 'Lock a unit (lost, disputed), unlock it, or record that it is faulty or repaired.',
    access: 'staff',
    permission: 'stock.move',
    scopes: ['all', 'shops'],
    input: z.object({
      unit_id: id,
      move: StaffUnitMove,
      reason: requiredLine(200, 'Cần ghi lý do.'),
    }),
    output: z.object({ state: UnitState }),
    refusals: { unit_not_found, unit_changed },
  }),
  correctCodes: operation({
    method: 'POST',
    path: '/units/correct',
    summary: 'Replace wrong codes of a unit. The former ones stay in its history.',
    access: 'staff',
    permission: 'stock.move',
    scopes: ['all', 'shops'],
    input: z.object({
      unit_id: id,
      imei1: line(60).default(''),
      imei2: line(60).default(''),
      serial: line(60).default(''),
      /** The code that the page showed. */
      seen: line(60),
      reason: requiredLine(200, 'Cần ghi lý do.'),
    }),
    output: z.object({ code: z.string() }),
    refusals: {
      unit_not_found,
      unit_changed,
      unit_code_wrong,
      code_taken: {
        status: 409,
        meaning: 'Another unit has one of these codes.',
        data: z.object({ code: z.string() }),
      },
    },
  }),
}
