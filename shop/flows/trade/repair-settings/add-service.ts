import type { z } from 'zod'
import { repairSettings as contract } from '#contracts/staff/orders/repair-settings.ts'
import { everything } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { listShopsThatRepair } from '#shop/booking/technician-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  findPartName,
  insertService,
  insertServicePath,
  lockParts,
  putParts,
} from '#shop/repair/new-service-store.ts'
import { insertOption } from '#shop/repair/service-settings-store.ts'

type NewService = z.output<typeof contract.addService.input>

/** Adds a service with its first grade (decision 272). Its parts are counted on its page. */
export async function addService(
  { write, log }: StaffFlowDeps,
  actor: StaffActor,
  { label, list_price: struck, price, warranty_months, name, ...service }: NewService,
): Promise<{ sku: string }> {
  const { refuse } = contract.addService
  const list_price = struck ?? null
  if (list_price !== null && list_price <= price) throw refuse('list_price_too_low')
  // Begins with the code of a part, so that it is never the address of a page of the shop.
  const path = `${service.part_code}-${slugify(service.model_name)}`
  const sku = `SC-${path}`.slice(0, 100)
  await write({ actor, operation: 'repairSettings.addService' }, async (tx) => {
    const part = await findPartName(tx, service.part_code)
    if (part === null) throw refuse('part_not_found')
    const named = name === undefined || name === '' ? `${part} ${service.model_name}` : name
    const added = await insertService(tx, { ...service, sku, name: named })
    if ('sku' in added) throw refuse('service_exists', { sku: added.sku })
    await insertServicePath(tx, added.service_id, path)
    const option = { label, list_price, price, warranty_months, is_active: true }
    await insertOption(tx, added.service_id, option)
  })
  log.info({ staff: actor.name, sku }, 'staff added a repair service')
  return { sku }
}

type CountedParts = z.output<typeof contract.setParts.input>

/** Writes how many parts of a grade a shop has. */
export async function setParts(
  { db, write }: StaffFlowDeps,
  actor: StaffActor,
  { option_id, shop_id, seen_quantity, quantity }: CountedParts,
): Promise<Record<string, never>> {
  const { refuse } = contract.setParts
  const shops = await listShopsThatRepair(db, everything)
  if (!shops.some((shop) => shop.shop_id === shop_id)) throw refuse('shop_not_found')
  await write({ actor, operation: 'repairSettings.setParts' }, async (tx) => {
    const here = await lockParts(tx, { option_id, shop_id })
    if (here === null) throw refuse('service_not_found')
    // Sent twice, it says the same.
    if (here.quantity === quantity) return
    if (here.quantity !== seen_quantity) {
      throw refuse('parts_changed', { quantity: here.quantity })
    }
    if (here.reserved > quantity) throw refuse('parts_reserved', { reserved: here.reserved })
    await putParts(tx, { option_id, shop_id, quantity })
  })
  return {}
}
