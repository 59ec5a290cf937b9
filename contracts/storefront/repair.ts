import { z } from 'zod'
import { dong, id, provinceId } from '#contracts/fields.ts'
import { Meta } from '#contracts/storefront/catalog.ts'
import { LocatedShop } from '#contracts/storefront/locations.ts'
import { operation } from '#pure/contract.ts'

/** What is repaired. */
export const DeviceKind = z.enum(['dien-thoai', 'apple-watch', 'may-tinh-bang', 'laptop'])
export type DeviceKind = z.infer<typeof DeviceKind>

/** One repair of one model in a list, with the price of its cheapest option. */
export const RepairCard = z.object({
  name: z.string(),
  path: z.string(),
  model_name: z.string(),
  brand_name: z.string(),
  part_code: z.string(),
  /** Such as "Thay pin". */
  part_name: z.string(),
  minutes: z.int(),
  price: dong,
})
export type RepairCard = z.infer<typeof RepairCard>

/** A kind of repair, with the lowest price among all models. */
export const RepairKind = z.object({
  part_code: z.string(),
  name: z.string(),
  thumbnail: z.string(),
  price: dong,
})
export type RepairKind = z.infer<typeof RepairKind>

/** One grade of the part: what carts and bookings name by `item_id`. */
export const RepairOption = z.object({
  item_id: z.int(),
  label: z.string(),
  list_price: dong.nullable(),
  price: dong,
  warranty_months: z.int(),
})
export type RepairOption = z.infer<typeof RepairOption>

export const RepairServicePage = z.object({
  service_id: z.int(),
  sku: z.string(),
  name: z.string(),
  path: z.string(),
  model_name: z.string(),
  brand_name: z.string(),
  device_kind: DeviceKind,
  part_name: z.string(),
  /** False: it takes no part, so every repair shop does it. */
  needs_part: z.boolean(),
  minutes: z.int(),
  thumbnail: z.string(),
  /** Rich text; may be empty. */
  description: z.string(),
  /** What a shopper notices when the repair is needed. */
  signs: z.array(z.string()),
  options: z.array(RepairOption).min(1),
  /** All repairs of the model, this one included. */
  of_model: z.array(RepairCard),
  /** The same repair of other models of the brand. */
  of_part: z.array(RepairCard),
  meta: Meta,
})
export type RepairServicePage = z.infer<typeof RepairServicePage>

/** Repair services: products that are done in a shop. Served under /api/repair. */
export const repair = {
  services: operation({
    method: 'GET',
    path: '/v1/services',
    summary: 'All repairs of a kind of device.',
    access: 'public',
    input: z.object({ device_kind: DeviceKind }),
    output: z.object({ kinds: z.array(RepairKind), services: z.array(RepairCard) }),
  }),
  service: operation({
    method: 'GET',
    path: '/v1/service',
    summary: 'One repair of one model, with its options.',
    access: 'public',
    input: z.object({ service_id: id }),
    output: RepairServicePage,
    refusals: {
      not_found: { status: 404, meaning: 'There is no such repair service.' },
    },
  }),
  shops: operation({
    method: 'GET',
    path: '/v1/service/shops',
    summary: 'Repair shops of a province that have the part of a service, and of which options.',
    access: 'public',
    input: z.object({ service_id: id, province_id: provinceId }),
    output: z.object({
      shops: z.array(z.object({ shop: LocatedShop, item_ids: z.array(z.int()) })),
      /** Other provinces with shops that have it, those with the most first. */
      elsewhere: z.array(z.object({ name: z.string(), shop_count: z.int() })),
    }),
  }),
  serviceCounts: operation({
    method: 'GET',
    path: '/v1/shops/services',
    summary:
      'How many services each repair shop can do at once, because it has the part or needs none.',
    access: 'public',
    input: z.object({}),
    output: z.object({
      shops: z.array(z.object({ shop_id: z.int(), services: z.int() })),
      /** Services that take no part: every repair shop does them. */
      everywhere: z.int(),
      /** Days from today on which shops are closed, the next ones first. Without a shop: all of them. */
      closed_days: z.array(
        z.object({ shop_id: z.int().nullable(), day: z.iso.date(), name: z.string() }),
      ),
    }),
  }),
}
