import { z } from 'zod'
import { dong, id, line, page, provinceId, whole } from '#contracts/fields.ts'
import { Meta, Picture } from '#contracts/storefront/catalog.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** The looks of a used device, the best first. */
export const UsedGrade = z.enum(['activated', 'good', 'scratched', 'swapped'])
export type UsedGrade = z.infer<typeof UsedGrade>

/** Whether a device can be bought: it is free, an order has it, or it is sold. */
const UsedSupply = z.enum(['listed', 'held', 'sold'])

/** All devices of a version in one grade, as a card of the list. */
export const UsedCard = z.object({
  version_id: z.int(),
  name: z.string(),
  path: z.string(),
  grade: UsedGrade,
  /** Of the cheapest one. */
  price: dong,
  picture: Picture.nullable(),
  quantity: z.int(),
  /** Where the cheapest one is. */
  shop_name: z.string(),
  province_name: z.string(),
  /** The same version when it is new, and what it costs; null: it is not sold now. */
  new_product_id: z.int(),
  new_price: dong.nullable(),
})
export type UsedCard = z.infer<typeof UsedCard>

const Facet = z.object({ value: z.string(), name: z.string(), quantity: z.int() })
export type UsedFacet = z.infer<typeof Facet>

export const UsedSort = z.enum(['newest', 'price-asc', 'price-desc', 'battery'])
export type UsedSort = z.infer<typeof UsedSort>

/** The grades that are asked for: a list, or codes separated by commas. */
const grades = z.union([
  z.array(UsedGrade).max(4),
  z
    .string()
    .regex(/^((activated|good|scratched|swapped)(,(activated|good|scratched|swapped)){0,3})?$/)
    .transform((text) => (text === '' ? [] : text.split(','))),
])

export const UsedQuestion = z.object({
  /** Code of a top category, such as dien-thoai. */
  kind: z.string().max(60).optional(),
  series: z.string().max(100).optional(),
  grades: grades.default([]),
  /** Health of the battery in percent. */
  min_battery: whole(1, 100).optional(),
  min_price: whole(0, 1_000_000_000).optional(),
  max_price: whole(0, 1_000_000_000).optional(),
  /** The province where the device is. */
  at_province_id: provinceId.optional(),
  shop_id: id.optional(),
  q: line(100).default(''),
  sort: UsedSort.default('newest'),
  page: page.default(1),
  size: whole(1, 60).default(24),
  /** The province whose prices of new goods are compared. */
  province_id: provinceId.default(default_province_id),
})
export type UsedQuestion = z.output<typeof UsedQuestion>

/** One device in the table of its version. */
export const UsedRow = z.object({
  imei_id: z.int(),
  item_id: z.int(),
  imei_tail: z.string(),
  color_name: z.string().nullable(),
  grade: UsedGrade,
  battery: z.int().nullable(),
  condition_notes: z.string(),
  warranty_months: z.int(),
  shop_name: z.string(),
  province_name: z.string(),
  price: dong,
  supply: UsedSupply,
  /** Until then another order waits for its payment. */
  reserved_until: z.iso.datetime().nullable(),
  pictures: z.array(Picture),
})
export type UsedRow = z.infer<typeof UsedRow>

export const UsedProductPage = z.object({
  version_id: z.int(),
  name: z.string(),
  path: z.string(),
  brand: z.string(),
  /** The same goods when they are new; the price is null when they are not sold now. */
  new_goods: z.object({
    product_id: z.int(),
    name: z.string(),
    path: z.string(),
    price: dong.nullable(),
  }),
  devices: z.array(UsedRow),
  meta: Meta,
})
export type UsedProductPage = z.infer<typeof UsedProductPage>

export const DevicePassport = UsedRow.extend({
  sku: z.string(),
  name: z.string(),
  path: z.string(),
  brand: z.string(),
  owner_count: z.int(),
  replaced_parts: z.array(z.string()),
  tests: z.array(z.object({ name: z.string(), is_passed: z.boolean(), tested_on: z.iso.date() })),
  accessories: z.string(),
  used_since: z.iso.date().nullable(),
  shop_address: z.string(),
  version_id: z.int(),
  new_product_id: z.int(),
  new_price: dong.nullable(),
  /** The QR code of this page, as the address of a picture. */
  qr: z.string(),
})
export type DevicePassport = z.infer<typeof DevicePassport>

const not_found = {
  not_found: { status: 404, meaning: 'There is no such used device on sale.' },
} as const

/** Used devices, each by its imei_id. Served under /api/used. */
export const used = {
  list: operation({
    method: 'GET',
    path: '/v1/devices',
    summary: 'Used devices that can be bought, grouped by version and grade, with filters.',
    access: 'public',
    input: UsedQuestion,
    output: z.object({
      total: z.int(),
      cards: z.array(UsedCard),
      kinds: z.array(Facet),
      series: z.array(Facet),
      grades: z.array(Facet),
      provinces: z.array(Facet),
    }),
  }),
  product: operation({
    method: 'GET',
    path: '/v1/product',
    summary: 'A used version with all its devices, those that can be bought first.',
    access: 'public',
    input: z.object({ version_id: id, province_id: provinceId.default(default_province_id) }),
    output: UsedProductPage,
    refusals: not_found,
  }),
  device: operation({
    method: 'GET',
    path: '/v1/device',
    summary: 'The passport of one device.',
    access: 'public',
    input: z.object({ imei_id: id, province_id: provinceId.default(default_province_id) }),
    output: DevicePassport,
    refusals: not_found,
  }),
  picture: operation({
    method: 'GET',
    path: '/v1/picture',
    summary: 'A photograph of a device on sale, in one size, as base64.',
    access: 'public',
    input: z.object({ imei_id: id, picture_id: id, size: z.enum(['large', 'small']) }),
    output: z.object({ hash: z.string(), image: z.string() }),
    refusals: not_found,
  }),
  ofNew: operation({
    method: 'GET',
    path: '/v1/of-new',
    summary: 'The used devices of a new version: how many can be bought, and from which price.',
    access: 'public',
    input: z.object({ product_id: id }),
    output: z.object({ path: z.string(), quantity: z.int(), price: dong }).nullable(),
  }),
}
