import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoShop } from '#db/seed/demo-data.ts'
import { between, chance } from '#db/seed/chance.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { Tables, Tx } from '#db/schema.ts'
import { max_goods_id } from '#pure/formats/item-ids.ts'

type Service = Tables['repair_service']

interface DemoPart {
  part_code: string
  name: string
  skill: Service['skill']
  /** False: the service takes no part. */
  needs_part?: boolean
  signs: string[]
}

interface DemoService {
  sku: string
  name: string
  model: string
  brand: string
  part: string
  minutes: number
  options: { label: string; list_price: number; price: number; warranty_months: number }[]
  url: string
}

interface DemoServices {
  /** As a list of models shows them: the newest of a brand first. */
  models: string[]
  services: DemoService[]
}

/** A repair shop has about two parts of five. */
const share_of_stocked_parts = 0.4

/** Inserts repair services with their options, addresses, and the parts that repair shops have. */
export async function seedRepairServices(trx: Tx, shops: readonly DemoShop[]): Promise<void> {
  const { parts } = await readJson<{ parts: DemoPart[] }>('repair-parts')
  const { models, services } = await readJson<DemoServices>('repair-services')
  const by_code = new Map(parts.map((part) => [part.part_code, part]))
  const options = optionRows(services)
  await insertRows(trx, 'repair_part', parts.map(partRow))
  await insertRows(
    trx,
    'repair_service',
    services.map((service, index) => ({
      ...serviceRow(service, index, by_code.get(service.part)),
      position: models.indexOf(service.model) * services.length + index,
    })),
  )
  await insertRows(trx, 'repair_option', options)
  await insertRows(
    trx,
    'slug',
    services.map(({ url }, index) => ({
      path: url,
      kind: 'repair_service',
      entity_id: index + 1,
      is_current: true,
    })),
  )
  const stocked = options.filter(
    ({ service_id }) => by_code.get(services[service_id - 1]?.part ?? '')?.needs_part !== false,
  )
  await insertRows(trx, 'repair_part_stock', stockRows(stocked, shops))
  await advanceSequence(trx, 'repair_service', 'service_id')
  await advanceSequence(trx, 'repair_option', 'option_id')
}

function partRow({ part_code, name, signs, needs_part = true }: DemoPart, position: number) {
  const thumbnail = `/media/services/${part_code}.webp`
  return { part_code, name, signs, needs_part, thumbnail, position }
}

function serviceRow(service: DemoService, index: number, part: DemoPart | undefined) {
  const device_kind = kindOf(service)
  return {
    service_id: index + 1,
    sku: service.sku,
    name: service.name,
    model_name: service.model,
    brand_name: service.brand,
    device_kind,
    part_code: service.part,
    minutes: service.minutes,
    skill: device_kind === 'apple-watch' ? 'dong-ho' : part?.skill,
  }
}

function kindOf({ model, part }: DemoService): Service['device_kind'] {
  if (model.startsWith('Apple Watch')) return 'apple-watch'
  if (model.startsWith('iPad')) return 'may-tinh-bang'
  return /laptop|ban-phim|ssd/.test(part) ? 'laptop' : 'dien-thoai'
}

/** The ids follow the order of the file, above all ids of goods. */
function optionRows(services: readonly DemoService[]) {
  return services
    .flatMap(({ options }, index) =>
      options.map((option, position) => ({ ...option, service_id: index + 1, position })),
    )
    .map((option, index) => ({ option_id: max_goods_id + 1 + index, ...option }))
}

function stockRows(options: readonly { option_id: number }[], shops: readonly DemoShop[]) {
  const repairing = shops.filter(({ kinds }) => kinds.includes('sua-chua'))
  return options.flatMap(({ option_id }) =>
    repairing
      .filter(({ id }) => chance(`part ${option_id} ${id}`) < share_of_stocked_parts)
      .map(({ id: shop_id }) => ({
        option_id,
        shop_id,
        quantity: between(`parts ${option_id} ${shop_id}`, 1, 4),
      })),
  )
}

async function readJson<T>(name: string): Promise<T> {
  const path = join(import.meta.dirname, '..', 'demo', `${name}.json`)
  return JSON.parse(await readFile(path, 'utf8')) as T
}
