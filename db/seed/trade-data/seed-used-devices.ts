import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { between, chance } from '#db/seed/chance.ts'
import type { DemoShop } from '#db/seed/demo-data.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedColor, PlannedVersion } from '#db/seed/plan.ts'
import { identifierOf } from '#db/seed/units.ts'
import type { Tx } from '#db/schema.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

interface DemoDevice {
  id: number
  /** SKU of the same goods when they are new. */
  sku: string
  grade: 'A' | 'B' | 'C'
  battery: number | null
  imei_id: number
  /** The last digits of its IMEI. */
  imei_suffix: string
  price: number
  shop_id: number
  warranty_months: number
  accessories: string
  condition_notes: string
  status: 'available' | 'reserved' | 'sold' | 'online_payment_pending'
  pictures: { version: string; blur?: string }[]
}

/** A device with its new version and colour, and the ids of its own. */
interface PlannedDevice {
  device: DemoDevice
  version: PlannedVersion
  color: PlannedColor
  product_id: number
}

const picture_size = 640
const views = ['mặt trước', 'mặt sau']
const with_battery = ['dien-thoai', 'may-tinh-bang', 'laptop', 'dong-ho']
const test_names: Readonly<Record<string, readonly string[]>> = {
  'dien-thoai': [
    'Màn hình',
    'Cảm ứng',
    'Camera',
    'Loa, mic',
    'Sóng, wifi',
    'Pin',
    'Face ID, vân tay',
  ],
  'may-tinh-bang': ['Màn hình', 'Cảm ứng', 'Camera', 'Loa, mic', 'Wifi', 'Pin'],
  laptop: ['Màn hình', 'Bàn phím, chuột', 'Camera, mic', 'Loa', 'Wifi', 'Pin', 'Ổ cứng'],
  'dong-ho': ['Màn hình', 'Cảm ứng', 'Cảm biến', 'Kết nối', 'Pin'],
}

/** Inserts the used devices: the versions beside the new ones, and one item with one unit for each device. */
export async function seedUsedDevices(
  trx: Tx,
  versions: readonly PlannedVersion[],
  shops: readonly DemoShop[],
  opened_at: Date,
): Promise<void> {
  const { devices } = JSON.parse(
    await readFile(join(import.meta.dirname, '..', 'demo', 'used-devices.json'), 'utf8'),
  ) as { devices: DemoDevice[] }
  const planned = await planDevices(
    trx,
    versions,
    devices.map((one) => atSellingShop(one, shops)),
  )
  await insertUsedVersions(trx, planned, opened_at)
  await insertItems(trx, planned, opened_at)
  const units = await insertUnits(trx, planned, opened_at)
  await insertRows(
    trx,
    'used_unit',
    planned.map((each) => ({
      ...passportRow(each, opened_at),
      ...units.get(each.product_id),
    })),
  )
  await advanceSequence(trx, 'product', 'product_id')
  await advanceSequence(trx, 'used_unit', 'imei_id')
}

/** Repair shops sell nothing: their devices are at a selling shop of the same province, or anywhere. */
function atSellingShop(device: DemoDevice, shops: readonly DemoShop[]): DemoDevice {
  const own = shops.find(({ id }) => id === device.shop_id)
  if (own?.kinds.includes('ban-hang')) return device
  const selling = shops.filter(({ kinds }) => kinds.includes('ban-hang'))
  const near = selling.filter(({ province_id }) => province_id === own?.province_id)
  const among = near.length > 0 ? near : selling
  return { ...device, shop_id: among[device.id % among.length]?.id ?? device.shop_id }
}

async function planDevices(
  trx: Tx,
  versions: readonly PlannedVersion[],
  devices: readonly DemoDevice[],
): Promise<PlannedDevice[]> {
  const by_sku = new Map(
    versions.flatMap((version) =>
      version.colors.map((color) => [color.variant.sku, { version, color }] as const),
    ),
  )
  const { rows } = await sql<{ product_id: number }>`
    select max(product_id) as product_id from product`.execute(trx)
  const first_item = (rows[0]?.product_id ?? 0) + 1 + devices.length
  return devices.map((device, index) => {
    const goods = by_sku.get(device.sku)
    if (goods === undefined)
      throw new Error(`demo data: used ${device.id} has the unknown SKU ${device.sku}`)
    return { device, ...goods, product_id: first_item + index }
  })
}

async function insertUsedVersions(
  trx: Tx,
  planned: readonly PlannedDevice[],
  created_at: Date,
): Promise<void> {
  const first_id = Math.min(...planned.map(({ product_id }) => product_id)) - planned.length
  const versions = [...new Set(planned.map(({ version }) => version))]
  const rows = versions.map(({ product_id }, index) => ({
    id: first_id + index,
    new_id: product_id,
  }))
  await sql`
    insert into product (product_id, sku, type, family_id, brand_id, category_id, name, search_text, version_label,
      warranty_months, highlights, position, created_at, used_of)
    select id, sku || '-CU', 'configurable', family_id, brand_id, category_id, split_part(name, ' | ', 1) || ' cũ', search_text || ' cu',
      version_label, 6, highlights, position, ${created_at}, product_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as planned (id bigint, new_id bigint)
    join product on product.product_id = new_id`.execute(trx)
  await sql`
    insert into slug (path, kind, entity_id, is_current)
    select path || '-cu', 'product', product.product_id, true
    from product join slug on kind = 'product' and entity_id = used_of and is_current
    where type = 'configurable' and used_of is not null`.execute(trx)
}

async function insertItems(
  trx: Tx,
  planned: readonly PlannedDevice[],
  created_at: Date,
): Promise<void> {
  const rows = planned.map(({ product_id, device, color }) => ({
    ...{ product_id, new_id: color.product_id, sku: `CU-${device.imei_id}` },
    warranty_months: device.warranty_months,
  }))
  await sql`
    insert into product (product_id, sku, type, parent_id, family_id, brand_id, category_id, name, version_label,
      color_name, color_hex, warranty_months, identified_by, created_at, used_of)
    select planned.product_id, planned.sku, 'simple', version.product_id, version.family_id, version.brand_id,
      version.category_id, version.name, version.version_label, item.color_name, item.color_hex,
      planned.warranty_months, item.identified_by, ${created_at}, item.product_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as planned (product_id bigint, new_id bigint, sku text, warranty_months integer)
    join product item on item.product_id = new_id
    join product version on version.used_of = item.parent_id and version.type = 'configurable'`.execute(
    trx,
  )
  await insertRows(
    trx,
    'price',
    planned.map(({ product_id, device }) => ({ product_id, list_price: device.price })),
  )
  const pictures = planned.flatMap(({ product_id, device, version, color }) =>
    device.pictures.map((picture, position) => ({
      ...{ product_id, position },
      src: `/media/used/${device.id}-${position + 1}.webp?v=${picture.version}`,
      alt: `${version.name} cũ màu ${color.variant.color.toLowerCase()}, ảnh thật ${views[position]}`,
      ...{ width: picture_size, height: picture_size, blur: picture.blur ?? null },
    })),
  )
  await insertRows(trx, 'product_media', pictures)
}

/** Every device comes on hand by a movement, as everywhere (decision 123). The sold ones have left again. */
async function insertUnits(
  trx: Tx,
  planned: readonly PlannedDevice[],
  created_at: Date,
): Promise<Map<number, { unit_id: number; version_id: number | null }>> {
  const places = planned.map(({ product_id, device }) => ({ product_id, shop_id: device.shop_id }))
  await insertRows(trx, 'stock', places)
  await insertRows(
    trx,
    'unit',
    planned.map((each) => unitRow(each, created_at)),
  )
  const found = await trx
    .selectFrom('unit')
    .innerJoin('product', 'product.product_id', 'unit.product_id')
    .select(['unit.product_id', 'unit_id', 'parent_id as version_id'])
    .where((eb) =>
      eb('unit.product_id', '=', eb.fn.any(eb.val(planned.map(({ product_id }) => product_id)))),
    )
    .execute()
  const units = new Map(found.map(({ product_id, ...ids }) => [product_id, ids]))
  const movement = { kind: 'opening', created_at }
  await insertRows(
    trx,
    'stock_movement',
    planned.map(({ product_id, device }) => ({
      ...{ product_id, unit_id: units.get(product_id)?.unit_id, shop_id: device.shop_id },
      ...{ quantity: 1, ...movement },
    })),
  )
  const sold = planned.filter(({ device }) => device.status === 'sold')
  await insertRows(
    trx,
    'stock_movement',
    sold.map(({ product_id, device }) => ({
      ...{
        product_id,
        unit_id: units.get(product_id)?.unit_id,
        shop_id: device.shop_id,
        quantity: -1,
      },
      ...{ kind: 'adjustment', reason: 'Đã bán trước khi mở cửa (demo)', created_at },
    })),
  )
  await insertRows(
    trx,
    'unit_event',
    planned.map(({ product_id, device }) => ({
      ...{
        unit_id: units.get(product_id)?.unit_id,
        move: 'receive',
        to_state: 'in_stock',
        shop_id: device.shop_id,
      },
      ...{ reason: 'Nhập máy cũ', document: `MC-${device.imei_id}`, staff_name: 'Kho (demo)' },
      happened_at: created_at,
    })),
  )
  return units
}

function unitRow({ device, version, product_id }: PlannedDevice, created_at: Date) {
  const is_imei = identifierOf(version.model.category) === 'imei'
  const is_sold = device.status === 'sold'
  return {
    ...{ product_id, created_at },
    imei1: is_imei ? imeiEndingWith(device) : null,
    serial: is_imei ? null : `MC${device.imei_id}${device.imei_suffix}`,
    cost: Math.round((device.price * 0.8) / 10_000) * 10_000,
    state: is_sold ? 'sold' : 'in_stock',
    shop_id: is_sold ? null : device.shop_id,
    order_code: is_sold ? `MC-${device.imei_id}` : null,
  }
}

/** An IMEI with the last digits of the data. The digit before them makes its check digit right. */
function imeiEndingWith({ imei_id, imei_suffix }: DemoDevice): string {
  const begin = `35${String(imei_id).slice(-6)}9`
  for (let digit = 0; digit < 10; digit++) {
    const imei = `${begin}${digit}${imei_suffix}`
    const padded = imei.padStart(15, '3')
    if (imeiCheckDigit(padded.slice(0, 14)) === Number(padded[14])) return padded
  }
  throw new Error(`demo data: no IMEI ends with ${imei_suffix}`)
}

function passportRow({ device, version, product_id }: PlannedDevice, at: Date) {
  const { category } = version.model
  const key = `used ${device.id}`
  const months = between(`${key} age`, 4, 30)
  const is_replaced = device.condition_notes === 'Thay pin chính hãng'
  const has_battery = with_battery.includes(category)
  return {
    ...{ imei_id: device.imei_id, product_id, shop_id: device.shop_id },
    state: device.status === 'sold' ? 'sold' : 'listed',
    grade: gradeOf(device),
    battery: device.battery ?? (has_battery ? between(`${key} battery`, 82, 98) : null),
    owner_count: chance(`${key} owners`) < 0.8 ? 1 : 2,
    replaced_parts: is_replaced ? ['Pin (chính hãng)'] : [],
    tests: (test_names[category] ?? []).map((name) => ({
      ...{ name, is_passed: true, tested_on: vietnamDay(at, -between(`${key} tested`, 1, 9)) },
    })),
    ...{ condition_notes: device.condition_notes, accessories: device.accessories },
    warranty_months: device.warranty_months,
    used_since: vietnamDay(at, -months * 30),
    ...{ source: 'hand', source_reference: null, price: device.price },
    ...{ listed_at: at, created_at: at, changed_at: at, version: 0 },
  }
}

/** The data has three classes. Of the best, those with a year of warranty were only activated. */
function gradeOf({
  grade,
  warranty_months,
}: DemoDevice): 'activated' | 'good' | 'scratched' | 'swapped' {
  if (grade === 'B') return 'good'
  if (grade === 'C') return 'scratched'
  return warranty_months === 12 ? 'activated' : 'swapped'
}
