import type { Tx } from '#db/schema.ts'
import { codesOf } from '#pure/formats/unit-codes.ts'
import {
  readUsedLine,
  type StagedDevice,
  type UsedLine,
} from '#shop/flows/import/trade/used-line.ts'
import {
  deleteMedia,
  insertMedia,
  noteLines,
  readStagedDevices,
  reserveNumbers,
  updateListedAt,
} from '#shop/flows/import/trade/used-unit-store.ts'
import { findCodes } from '#shop/inventory/unit/unit-store.ts'
import { receiveUsedUnits } from '#shop/flows/trade/used/add-used-unit.ts'
import {
  raiseUsedVersion,
  updateOffered,
  updatePassport,
  updateUsedPrices,
  nextUsedIds,
} from '#shop/inventory/used/used-store.ts'

/**
 * Writes the used devices of a file. A device comes in once: a code that this shop knows never makes a second unit. It
 * runs after the stock of all goods, because an order locks stock rows before devices.
 */
export async function writeUsedUnits(
  trx: Tx,
  { file, at }: { file: string; at: Date },
): Promise<void> {
  const lines = await readStagedDevices(trx)
  const highest = Math.max(0, ...lines.map(({ row }) => row.imei_id ?? 0))
  if (highest > 0) await reserveNumbers(trx, Math.min(highest, highest_number))
  const reads = lines.map((line) => ({ line, read: readUsedLine(line) }))
  const added = reads.flatMap(({ line, read }) => {
    return typeof read === 'object' && 'unit' in read ? [{ line, ...read }] : []
  })
  const known = await findCodes(
    trx,
    added.flatMap(({ unit }) => codesOf(unit.codes)),
  )
  const taken = new Set<string | number>(known.map(({ code }) => code))
  const fresh = added.filter(({ line, unit }) => {
    const names = [...codesOf(unit.codes), ...(line.row.imei_id ? [line.row.imei_id] : [])]
    const is_free = names.every((name) => !taken.has(name))
    for (const name of names) taken.add(name)
    return is_free
  })
  await addDevices(trx, fresh, { file, at })
  const refused = reads.flatMap(({ line, read }) =>
    typeof read === 'object' && 'reason' in read ? [{ ...line, ...read }] : [],
  )
  const repeated = added
    .filter((one) => !fresh.includes(one))
    .map(({ line }) => ({ ...line, reason: 'another device has one of its codes or its number' }))
  const changed: StagedDevice[] = []
  for (const { line, read } of reads) {
    if (typeof read !== 'object' || !('changed' in read)) continue
    await changeDevice(trx, line, read, at)
    changed.push(line)
  }
  await noteLines(trx, [
    ...[...refused, ...repeated].map(({ import_id, reason }) => ({ import_id, reason })),
    ...changed.map(({ import_id }) => ({ import_id, outcome: 'changed' })),
    ...fresh.map(({ line }) => ({ import_id: line.import_id, outcome: 'added' })),
  ])
}

const highest_number = 1_000_000_000

type Added = Extract<UsedLine, { unit: unknown }> & { line: StagedDevice }
type Changed = Extract<UsedLine, { changed: unknown }>

async function addDevices(
  trx: Tx,
  added: readonly Added[],
  { file, at }: { file: string; at: Date },
): Promise<void> {
  if (added.length === 0) return
  const unnumbered = added.filter(({ line }) => line.row.imei_id === undefined)
  const numbers = (await nextUsedIds(trx, unnumbered.length)).values()
  const devices = added.map((each) => {
    return { ...each, imei_id: each.line.row.imei_id ?? numbers.next().value ?? 0 }
  })
  const units = devices.map(({ unit, imei_id }) => ({ ...unit, imei_id }))
  const items = await receiveUsedUnits(trx, units, { staff_name: null, at, document: file })
  const product_ids = new Map(items.map(({ imei_id, product_id }) => [imei_id, product_id]))
  const pictures = devices.flatMap(({ line, imei_id }) =>
    (line.row.media ?? []).map((picture, position) => {
      return { product_id: product_ids.get(imei_id) ?? 0, position, ...picture }
    }),
  )
  await insertMedia(trx, pictures)
  for (const state of ['listed', 'withdrawn'] as const) {
    const ids = devices.filter((one) => one.state === state).map(({ imei_id }) => imei_id)
    if (ids.length > 0) await updateOffered(trx, ids, state === 'listed', at)
  }
  const times = devices.flatMap(({ line, imei_id }) => {
    const { listed_at } = line.row
    return listed_at == null ? [] : [{ imei_id, listed_at }]
  })
  await updateListedAt(trx, times)
}

async function changeDevice(
  trx: Tx,
  { stored }: StagedDevice,
  { changed, next }: Changed,
  at: Date,
): Promise<void> {
  const { product_id = 0, fields } = stored ?? {}
  const { imei_id, price, listed_at } = next
  const names = Object.keys(changed)
  if (names.some((name) => passport_fields.includes(name))) {
    const { grade, battery, owner_count, replaced_parts, tests, condition_notes } = next
    const { accessories, warranty_months, used_since } = next
    await updatePassport(trx, imei_id, {
      ...{ grade, battery, owner_count, replaced_parts, tests, condition_notes },
      ...{ accessories, warranty_months, used_since },
    })
  } else await raiseUsedVersion(trx, imei_id)
  if (names.includes('price') && price !== null)
    await updateUsedPrices(trx, [{ product_id, price }])
  if (names.includes('media')) {
    await deleteMedia(trx, product_id)
    const pictures = next.media.map((picture, position) => ({ product_id, position, ...picture }))
    await insertMedia(trx, pictures)
  }
  if (next.state !== fields?.state) {
    await updateOffered(trx, [imei_id], next.state === 'listed', at)
  }
  if (names.includes('listed_at') && listed_at !== null)
    await updateListedAt(trx, [{ imei_id, listed_at }])
}

const passport_fields = [
  ...['grade', 'battery', 'owner_count', 'replaced_parts', 'tests', 'condition_notes'],
  ...['accessories', 'warranty_months', 'used_since'],
]
