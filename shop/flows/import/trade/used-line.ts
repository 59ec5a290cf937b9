import { isDeepStrictEqual } from 'node:util'
import { type IdentifiedBy, isImei, isSerial, type UnitCodes } from '#pure/formats/unit-codes.ts'
import { used_shapes } from '#shop/flows/import/trade/used-shape.ts'
import type { NewUsedUnit, Passport, UsedState } from '#shop/inventory/used/used.ts'

export interface FilePicture {
  src: string
  alt: string
  width: number
  height: number
  blur?: string
}

/** What a file says about a used device. */
interface UsedRecord extends Passport, Pick<NewUsedUnit, 'price' | 'cost' | 'source'> {
  code: string
  imei2: string | null
  serial: string | null
  imei_id: number
  new_item: string
  shop: string
  state: 'draft' | 'listed' | 'withdrawn'
  source_reference: string | null
  listed_at: string | null
  media: readonly FilePicture[]
}

/** The fields of a line as they were read. A field that the line does not give is missing. */
type UsedFields = Partial<UsedRecord>

/** A line about a used device, with what the shop knows of it. */
export interface StagedDevice {
  import_id: number
  code: string
  row: UsedFields
  /** The new goods that the line names; null: there are none. */
  new_item_id: number | null
  identified_by: IdentifiedBy | null
  shop_id: number | null
  /** Another device has the number that the line gives it. */
  is_number_taken: boolean
  /** The shop has or had a unit with this code. */
  is_known: boolean
  /** The device with this code, if it is in stock as a used one. */
  stored: {
    fields: UsedRecord
    product_id: number
    state: UsedState
    /** Staff took photographs of it, which are in no file. */
    has_photographs: boolean
  } | null
}

/** What a line does: a new device, changed fields of a known one, nothing, or the reason why it is refused. */
export type UsedLine =
  | { reason: string }
  | { unit: NewUsedUnit; state: UsedRecord['state'] }
  | { changed: UsedFields; next: UsedRecord }
  | 'unchanged'

/** Facts about the unit itself. The inventory has ways of its own to correct them and to move it. */
const kept = [
  ...['imei2', 'serial', 'imei_id', 'new_item', 'shop', 'cost', 'source', 'source_reference'],
]

/** Decides what a line about a used device does. Pure. */
export function readUsedLine(line: StagedDevice): UsedLine {
  const wrong = wrongField(line.row)
  if (wrong !== undefined) return { reason: `${wrong} is not possible: see README.md` }
  return line.stored === null ? newDevice(line) : knownDevice(line.row, line.stored)
}

function knownDevice(row: UsedFields, stored: NonNullable<StagedDevice['stored']>): UsedLine {
  const { fields, state, has_photographs } = stored
  const { price, cost } = fields
  const next = { ...fields, ...row, price: row.price ?? price, cost: row.cost ?? cost }
  const has_picture = has_photographs || next.media.length > 0
  // What cannot be offered yet stays a draft, as a new device does.
  if (state === 'draft' && !isOfferable(next, has_picture)) next.state = 'draft'
  const names = Object.keys(row) as (keyof UsedRecord)[]
  const differing = names.filter((name) => !isDeepStrictEqual(next[name], fields[name]))
  if (differing.length === 0) return 'unchanged'
  const fixed = differing.find((name) => kept.includes(name))
  if (fixed !== undefined) return { reason: `a file does not change the ${fixed} of a device` }
  if (state === 'held') return { reason: 'an order holds this device' }
  if (next.state === 'draft' && state !== 'draft') {
    return { reason: 'a device that was offered is withdrawn, and no draft again' }
  }
  if (differing.includes('media') && has_photographs) {
    return { reason: 'staff took photographs of this device: a file does not change its pictures' }
  }
  if (next.state === 'listed' && !isOfferable(next, has_picture)) {
    return { reason: 'a device on sale needs a price and a picture' }
  }
  return { changed: Object.fromEntries(differing.map((name) => [name, next[name]])), next }
}

function newDevice({ row, code, ...line }: StagedDevice): UsedLine {
  const { required, defaults } = used_shapes.used_unit
  const missing = required.find((name) => row[name] === undefined)
  if (missing !== undefined) return { reason: `a new used_unit needs a ${missing}` }
  const { new_item_id, shop_id, identified_by } = line
  if (new_item_id === null) return { reason: `there are no new goods ${row.new_item}` }
  if (shop_id === null) return { reason: `there is no shop ${row.shop}` }
  if (line.is_known) {
    return { reason: 'this device was or is here, and it is not in stock as a used one' }
  }
  if (line.is_number_taken) return { reason: `another device has the number ${row.imei_id}` }
  const codes = unitCodes(code, row, identified_by ?? 'serial')
  if (codes === null) return { reason: 'code, imei2 or serial is no code of these goods' }
  const { price = null, media = [] } = row
  const { state } = { ...defaults, ...row }
  const unit = {
    ...{ new_item_id, codes, shop_id, cost: row.cost ?? null, price },
    ...{ source: row.source ?? defaults.source, source_reference: row.source_reference ?? null },
    ...{ grade: row.grade ?? 'good', battery: row.battery ?? null },
    ...{ owner_count: row.owner_count ?? defaults.owner_count, tests: row.tests ?? [] },
    ...{ replaced_parts: row.replaced_parts ?? [], condition_notes: row.condition_notes ?? '' },
    ...{ accessories: row.accessories ?? '', used_since: row.used_since ?? null },
    warranty_months: row.warranty_months ?? defaults.warranty_months,
  }
  const is_offerable = isOfferable({ price, state }, media.length > 0)
  return { unit, state: is_offerable || state === 'withdrawn' ? state : 'draft' }
}

function isOfferable({ price, state }: Pick<UsedRecord, 'price' | 'state'>, has_picture: boolean) {
  return state !== 'listed' || (price !== null && has_picture)
}

/** The name of a field with a value that no device has. */
function wrongField(row: UsedFields): string | undefined {
  const { imei_id = 1, battery = null, owner_count = 1, warranty_months = 6, tests = [] } = row
  const { grade = 'good', state = 'draft', source = 'hand', replaced_parts = [] } = row
  const is_right = {
    imei_id: imei_id >= 1 && imei_id <= 1_000_000_000,
    state: ['draft', 'listed', 'withdrawn'].includes(state),
    grade: ['activated', 'good', 'scratched', 'swapped'].includes(grade),
    battery: battery === null || (Number.isInteger(battery) && battery >= 1 && battery <= 100),
    owner_count: owner_count <= 20,
    warranty_months: warranty_months <= 36,
    source: ['hand', 'trade_in', 'return'].includes(source),
    tests: tests.length <= 20,
    replaced_parts: replaced_parts.length <= 20,
  }
  return Object.entries(is_right).find(([, right]) => !right)?.[0]
}

/** The codes of a unit; null: one of them is not possible. */
function unitCodes(
  code: string,
  { imei2 = null, serial = null }: UsedFields,
  identified_by: IdentifiedBy,
): UnitCodes | null {
  if (identified_by === 'serial') {
    const is_alone = imei2 === null && serial === null
    return is_alone && isSerial(code) ? { imei1: null, imei2: null, serial: code } : null
  }
  const is_right =
    isImei(code) &&
    (imei2 === null || (isImei(imei2) && imei2 !== code)) &&
    (serial === null || isSerial(serial))
  return is_right ? { imei1: code, imei2, serial } : null
}
