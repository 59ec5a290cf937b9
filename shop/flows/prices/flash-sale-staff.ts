import type { z } from 'zod'
import { flashSales as contract, refuseChange } from '#contracts/staff/offers/flash-sales.ts'
import type { Tx } from '#db/schema.ts'
import { mayCall } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  itemProblems,
  readItems,
  saleState,
  type TypedItem,
  windowProblem,
} from '#shop/pricing/flash-sale/flash-sale-draft.ts'
import {
  findItemsSoldElsewhere,
  lockApprovals,
  findSale,
  findSlots,
  insertSale,
  lockSale,
  replaceItems,
  type SaleFields,
  type StoredSale,
  updateSale,
} from '#shop/pricing/flash-sale/flash-sale-staff-store.ts'
import {
  countSales,
  findKnownItems,
  findSaleItems,
  findSaleList,
} from '#shop/views/promotion/flash-sale-list-store.ts'

const page_size = 50

/** Flash sales that one member of staff plans and another approves (decision 212). */
export function flashSaleStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    flashSales: async (actor, { state = null, page = 1 }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts] = await Promise.all([
        findSaleList(db, { state, now: now(), ...part }),
        countSales(db, now()),
      ])
      return {
        rows: rows.slice(0, page_size).map(({ starts_at, ends_at, ...row }) => ({
          ...row,
          starts_at: starts_at.toISOString(),
          ends_at: ends_at.toISOString(),
        })),
        has_next: rows.length > page_size,
        counts,
        may_change: mayCall(contract.saveFlashSale, actor),
      }
    },
    flashSale: async (actor, { flash_sale_id }) => {
      const sale = await findSale(db, flash_sale_id)
      if (sale === null) throw contract.flashSale.refuse('flash_sale_not_found')
      const { is_active: _, changed_by_id, pay_within_s, ...shown } = sale
      return {
        ...shown,
        starts_at: sale.starts_at.toISOString(),
        ends_at: sale.ends_at.toISOString(),
        changed_at: sale.changed_at?.toISOString() ?? null,
        pay_within_min: Math.ceil(pay_within_s / 60),
        state: saleState(sale, now()),
        items: await findSaleItems(db, flash_sale_id),
        is_own: changed_by_id === actor.staff_id,
        moves: movesOf(sale, actor, now()),
      }
    },
    saveFlashSale: async (actor, input) => {
      const { flash_sale_id = null } = input
      const fields = fieldsOf(input)
      const reason = windowProblem(fields, now())
      if (reason !== null) throw contract.saveFlashSale.refuse('window_refused', { reason })
      const { items, problems } = readItems(input.items)
      if (problems.length > 0) throw contract.saveFlashSale.refuse('items_refused', { problems })
      const slots = await changedSlots(deps, flash_sale_id, items)
      const act = { actor, operation: 'flashSales.saveFlashSale', reason: slots } as const
      const saved_id = await write(act, (tx) =>
        save(tx, { ...input, fields, items, actor, at: now() }),
      )
      log.info({ staff: actor.name, flash_sale_id: saved_id }, 'staff saved a flash sale')
      return { flash_sale_id: saved_id }
    },
    approveFlashSale: async (actor, seen) => {
      const { refuse } = contract.approveFlashSale
      await write({ actor, operation: 'flashSales.approveFlashSale' }, async (tx) => {
        await lockApprovals(tx)
        const sale = await lockSeen(tx, seen)
        if (saleState(sale, now()) !== 'draft') throw refuse('flash_sale_changed')
        if (sale.changed_by_id === actor.staff_id) throw refuse('own_flash_sale')
        const skus = await findItemsSoldElsewhere(tx, sale)
        if (skus.length > 0) throw refuse('items_in_other_sale', { skus })
        await updateSale(tx, sale, { is_active: true, approved_by: actor.name })
      })
      log.info({ staff: actor.name, ...seen }, 'staff approved a flash sale')
      return { version: seen.version + 1 }
    },
    stopFlashSale: async (actor, seen) => {
      await write({ actor, operation: 'flashSales.stopFlashSale' }, async (tx) => {
        const sale = await lockSeen(tx, seen)
        if (!sale.is_active) throw contract.stopFlashSale.refuse('flash_sale_changed')
        await updateSale(tx, sale, { is_active: false, approved_by: null })
      })
      log.info({ staff: actor.name, ...seen }, 'staff stopped a flash sale')
      return { version: seen.version + 1 }
    },
  }
}

/** What the reader may do with it now. What runs is stopped before it is changed. */
function movesOf(sale: StoredSale, actor: StaffActor, now: Date): ('save' | 'approve' | 'stop')[] {
  const state = saleState(sale, now)
  if (state === 'ended') return []
  if (state !== 'draft') return mayCall(contract.stopFlashSale, actor) ? ['stop'] : []
  const may_approve =
    mayCall(contract.approveFlashSale, actor) && sale.changed_by_id !== actor.staff_id
  return [
    ...(mayCall(contract.saveFlashSale, actor) ? (['save'] as const) : []),
    ...(may_approve ? (['approve'] as const) : []),
  ]
}

type SaveInput = z.output<typeof contract.saveFlashSale.input>

function fieldsOf(input: SaveInput): SaleFields {
  const { name, per_customer, is_online_only, needs_member, pay_within_min } = input
  return {
    ...{ name, per_customer, is_online_only, needs_member, pay_within_s: pay_within_min * 60 },
    starts_at: new Date(`${input.starts_at}:00+07:00`),
    ends_at: new Date(`${input.ends_at}:00+07:00`),
  }
}

interface Saving extends Pick<SaveInput, 'flash_sale_id' | 'version'> {
  fields: SaleFields
  items: readonly TypedItem[]
  actor: StaffActor
  at: Date
}

async function save(
  tx: Tx,
  { flash_sale_id, version = 0, fields, items, actor, at }: Saving,
): Promise<number> {
  const { refuse } = contract.saveFlashSale
  const sale = flash_sale_id === undefined ? null : await lockSeen(tx, { flash_sale_id, version })
  if (sale !== null && saleState(sale, at) !== 'draft') throw refuse('flash_sale_changed')
  const skus = items.map(({ sku }) => sku)
  const known = await findKnownItems(tx, skus, sale?.flash_sale_id ?? null)
  const problems = itemProblems(items, known)
  if (problems.length > 0) throw refuse('items_refused', { problems })
  const saved = { changed_at: at, changed_by: actor.name, changed_by_id: actor.staff_id }
  if (sale !== null) {
    await updateSale(tx, sale, { ...fields, ...saved, is_active: false, approved_by: null })
  }
  const id = sale?.flash_sale_id ?? (await insertSale(tx, fields, saved))
  const found = items.flatMap((item) => {
    const product_id = known.get(item.sku)?.product_id
    return product_id === undefined ? [] : [{ ...item, product_id }]
  })
  await replaceItems(tx, id, found)
  return id
}

/** The flash sale in the version that the caller saw, locked. */
async function lockSeen(
  tx: Tx,
  { flash_sale_id, version }: { flash_sale_id: number; version: number },
): Promise<StoredSale> {
  const sale = await lockSale(tx, flash_sale_id)
  if (sale === null) throw refuseChange('flash_sale_not_found')
  if (sale.version !== version) throw refuseChange('flash_sale_changed')
  return sale
}

/** What the ledger says about slots, which stand in a table that sales write too. Null: they stay as they are. */
async function changedSlots(
  { db }: StaffFlowDeps,
  flash_sale_id: number | null,
  items: readonly TypedItem[],
): Promise<string | null> {
  const before = flash_sale_id === null ? new Map() : await findSlots(db, flash_sale_id)
  const changed = items.filter(({ sku, slots }) => before.get(sku) !== slots)
  if (changed.length === 0) return null
  const shown = changed.slice(0, 20).map(({ sku, slots }) => `${sku} ${slots}`)
  const more = changed.length > shown.length ? ` và ${changed.length - shown.length} món khác` : ''
  return `Suất: ${shown.join(', ')}${more}`
}
