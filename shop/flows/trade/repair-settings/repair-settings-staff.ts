import type { z } from 'zod'
import { repairSettings as contract, Skill } from '#contracts/staff/orders/repair-settings.ts'
import type { Database } from '#db/schema.ts'
import { everything, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { any_skill } from '#shop/booking/booking-times.ts'
import {
  listShopsThatRepair,
  listSkillWeeks,
  lockTechnicians,
  replaceSkillWeeks,
  resizeSlots,
  type SkillWeek,
} from '#shop/booking/technician-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { addService, setParts } from '#shop/flows/trade/repair-settings/add-service.ts'
import { findServiceChoices } from '#shop/repair/new-service-store.ts'
import {
  findService,
  insertOption,
  listLabels,
  listServices,
  lockService,
  updateOption,
  updateService,
} from '#shop/repair/service-settings-store.ts'
import { listTechnicians } from '#shop/views/repair/ticket-list-store.ts'

const page_size = 50

/** Repair services with their prices, and the technicians of shops, for staff (decision 243). */
export function repairSettingsStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db } = deps
  return {
    services: async (_actor, { q = '', device_kind = null, skill = null, is_active, page = 1 }) => {
      const words = q.split(' ').filter((word) => word !== '')
      const filter = {
        ...{ words, device_kind, skill },
        is_active: is_active === undefined ? null : is_active === 'on',
      }
      const window = { limit: page_size + 1, offset: (page - 1) * page_size }
      const rows = await listServices(db, filter, window)
      return { rows: rows.slice(0, page_size), has_next: rows.length > page_size }
    },
    service: async (_actor, { sku }) => {
      const found = await findService(db, sku)
      if (found === null) throw contract.service.refuse('service_not_found')
      const shops = await listShopsThatRepair(db, everything)
      return { ...found, shops: shops.map(({ shop_id, name }) => ({ shop_id, name })) }
    },
    saveService: (actor, input) => saveService(deps, actor, input),
    serviceChoices: () => findServiceChoices(db),
    addService: (actor, input) => addService(deps, actor, input),
    setParts: (actor, input) => setParts(deps, actor, input),
    technicians: async (actor, { shop_id: asked }) => {
      const found = await listShopsThatRepair(db, reachOf(contract.technicians, actor))
      const shops = found.map(({ shop_id, name }) => ({ shop_id, name }))
      const shop = found.find(({ shop_id }) => shop_id === asked) ?? found[0]
      if (shop === undefined) return { shops, shop: null }
      const [weeks, people] = await Promise.all([
        listSkillWeeks(db, shop.shop_id),
        listTechnicians(db, shop.shop_id),
      ])
      const everybody = weeks.find(({ skill }) => skill === any_skill)?.week ?? no_week
      const skills = Skill.options.flatMap((skill) => {
        const week = weeks.find((one) => one.skill === skill)?.week
        return week === undefined ? [] : [{ skill, week }]
      })
      const names = people.map(({ name }) => name)
      return { shops, shop: { ...shop, everybody, skills, people: names, seen: seenOf(weeks) } }
    },
    setTechnicians: (actor, input) => setTechnicians(deps, actor, input),
  }
}

const no_week = [0, 0, 0, 0, 0, 0, 0]

function seenOf(weeks: readonly SkillWeek[]): string {
  return weeks.map(({ skill, week }) => `${skill}:${week.join(',')}`).join(' ')
}

type ServiceInput = z.output<typeof contract.saveService.input>

/** Changes a service and its options. Prices that were promised to customers are copies and stay. */
async function saveService(
  { write, log }: StaffFlowDeps,
  actor: StaffActor,
  { sku, seen, options, ...values }: ServiceInput,
): Promise<Record<string, never>> {
  const { refuse } = contract.saveService
  const labels = new Set(options.map(({ label }) => label.toLowerCase()))
  if (labels.size < options.length) throw refuse('label_twice')
  if (options.some(({ list_price, price }) => list_price !== undefined && list_price <= price)) {
    throw refuse('list_price_too_low')
  }
  await write({ actor, operation: 'repairSettings.saveService' }, async (tx) => {
    const service = await lockService(tx, sku)
    if (service === null) throw refuse('service_not_found')
    if (service.seen !== seen) throw refuse('service_changed')
    const { service_id } = service
    const taken = await listLabels(tx, service_id)
    const isTaken = ({ label, option_id }: (typeof options)[number]) =>
      taken.some((one) => one.label === label && one.option_id !== option_id)
    if (options.some(isTaken)) throw refuse('label_twice')
    await updateService(tx, service_id, values)
    for (const { option_id, list_price = null, ...option } of options) {
      const stored = { ...option, list_price }
      if (option_id === undefined) await insertOption(tx, service_id, stored)
      else if (!(await updateOption(tx, { service_id, option_id }, stored))) {
        throw refuse('service_not_found')
      }
    }
  })
  log.info({ staff: actor.name, sku }, 'staff changed a repair service')
  return {}
}

type TechniciansInput = z.output<typeof contract.setTechnicians.input>

async function setTechnicians(
  { db, now, write, log }: StaffFlowDeps,
  actor: StaffActor,
  { shop_id, seen, everybody, skills }: TechniciansInput,
): Promise<{ crowded: number }> {
  const { refuse } = contract.setTechnicians
  if (!(await isInReach(db, actor, shop_id))) throw refuse('shop_not_found')
  const weeks = [{ skill: any_skill, week: everybody }, ...skills]
  const crowded = await write({ actor, operation: 'repairSettings.setTechnicians' }, async (tx) => {
    await lockTechnicians(tx, shop_id)
    if (seenOf(await listSkillWeeks(tx, shop_id)) !== seen) throw refuse('technicians_changed')
    await replaceSkillWeeks(tx, shop_id, weeks)
    return resizeSlots(tx, [shop_id], now())
  })
  log.info({ staff: actor.name, shop_id }, 'staff changed the technicians of a shop')
  return { crowded }
}

async function isInReach(db: Database, actor: StaffActor, shop_id: number): Promise<boolean> {
  const shops = await listShopsThatRepair(db, reachOf(contract.setTechnicians, actor))
  return shops.some((shop) => shop.shop_id === shop_id)
}
