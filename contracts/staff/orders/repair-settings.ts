import { z } from 'zod'
import { dong, flag, id, line, page, requiredLine, typedDong, whole } from '#contracts/fields.ts'
import { DeviceKind } from '#contracts/storefront/repair.ts'
import { operation } from '#pure/contract.ts'

/** What technicians can do. A repair needs one of them. */
export const Skill = z.enum(['man-hinh', 'pin', 'phan-cung', 'laptop', 'dong-ho'])
export type Skill = z.infer<typeof Skill>

const ServiceRow = z.object({
  sku: z.string(),
  name: z.string(),
  part: z.string(),
  minutes: z.int(),
  skill: Skill,
  is_active: z.boolean(),
  /** Options that are offered. */
  options: z.int(),
  /** Null: none is offered. */
  lowest_price: dong.nullable(),
  highest_price: dong.nullable(),
  /** Parts that all shops have free; null: it takes none. */
  free: z.int().nullable(),
})
export type ServiceRow = z.infer<typeof ServiceRow>

/** A grade of the part, with its price. */
const ServiceOption = z.object({
  option_id: z.int(),
  label: z.string(),
  list_price: dong.nullable(),
  price: dong,
  warranty_months: z.int(),
  is_active: z.boolean(),
  /** Parts by shop, without those that have none. */
  stock: z.array(
    z.object({ shop_id: z.int(), shop: z.string(), quantity: z.int(), reserved: z.int() }),
  ),
})

const ServicePage = ServiceRow.pick({ sku: true, name: true, part: true, minutes: true }).extend({
  model_name: z.string(),
  skill: Skill,
  is_active: z.boolean(),
  needs_part: z.boolean(),
  url_path: z.string(),
  options: z.array(ServiceOption),
  /** The shops that repair. */
  shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
  /** Changes with every change. */
  seen: z.string(),
})
export type ServicePage = z.infer<typeof ServicePage>

/** Technicians from Monday to Sunday. */
const Week = z.array(z.int()).length(7)

const ShopTechnicians = z.object({
  shop_id: z.int(),
  name: z.string(),
  time_opening: z.string(),
  /** All technicians of the shop. */
  everybody: Week,
  /** Those who have a skill. One that is not named can be done by everybody. */
  skills: z.array(z.object({ skill: Skill, week: Week })),
  /** Staff who can be given a ticket. */
  people: z.array(z.string()),
  /** Changes with every change. */
  seen: z.string(),
})
export type ShopTechnicians = z.infer<typeof ShopTechnicians>

const seen = z.string().max(2_000)
const typedWeek = z.array(whole(0, 99)).length(7)

const listPriceTooLow = {
  status: 422,
  meaning: 'The struck price of an option is not above its price.',
} as const

/** A grade of a part, as it is typed. */
const typedOption = {
  label: requiredLine(80, 'Ghi tên loại linh kiện.'),
  list_price: typedDong(1, 500_000_000).optional(),
  price: typedDong(0, 500_000_000),
  warranty_months: whole(0, 60, 'Bảo hành từ 0 đến 60 tháng.'),
}
const minutes = whole(5, 10_080, 'Thời gian sửa từ 5 đến 10080 phút.')

/** Services with their prices, and the technicians of shops (decisions 243, 272). */
export const repairSettings = {
  services: operation({
    method: 'GET',
    path: '/repair-services',
    summary: 'Repair services with their prices, those of one device together.',
    access: 'staff',
    permission: 'repairs.services',
    input: z.object({
      q: line(60).optional().catch(undefined),
      device_kind: DeviceKind.optional().catch(undefined),
      skill: Skill.optional().catch(undefined),
      is_active: z.enum(['on', 'off']).optional().catch(undefined),
      page: page.optional().catch(undefined),
    }),
    output: z.object({ rows: z.array(ServiceRow), has_next: z.boolean() }),
  }),
  service: operation({
    method: 'GET',
    path: '/repair-services/one',
    summary: 'A repair service with all its options.',
    access: 'staff',
    permission: 'repairs.services',
    input: z.object({ sku: line(100) }),
    output: ServicePage,
    refusals: { service_not_found: { status: 404, meaning: 'There is no such service.' } },
  }),
  saveService: operation({
    method: 'POST',
    path: '/repair-services/save',
    summary:
      'Change a service and its options, if nobody has changed it since it was shown. An option is switched off and never deleted: carts and tickets name it.',
    access: 'staff',
    permission: 'repairs.services',
    input: z.object({
      sku: line(100),
      seen,
      name: requiredLine(150, 'Ghi tên dịch vụ.'),
      minutes,
      skill: Skill,
      is_active: flag.default(false),
      options: z
        .array(
          z.object({
            /** Absent: a new one. */
            option_id: id.optional(),
            ...typedOption,
            is_active: flag.default(false),
          }),
        )
        .min(1)
        .max(20),
    }),
    output: z.object({}),
    refusals: {
      service_not_found: { status: 404, meaning: 'There is no such service, or option of it.' },
      service_changed: { status: 409, meaning: 'Somebody has changed the service meanwhile.' },
      label_twice: {
        status: 422,
        meaning:
          'Two options have the same name, or an option takes the name that another one has still.',
      },
      list_price_too_low: listPriceTooLow,
    },
  }),
  serviceChoices: operation({
    method: 'GET',
    path: '/repair-services/choices',
    summary: 'What a new service may be of: parts, and the brands and models that services have.',
    access: 'staff',
    permission: 'repairs.services',
    input: z.object({}),
    output: z.object({
      parts: z.array(z.object({ part_code: z.string(), name: z.string() })),
      brands: z.array(z.string()),
      models: z.array(z.string()),
    }),
  }),
  addService: operation({
    method: 'POST',
    path: '/repair-services/add',
    summary:
      'Add a service of a part and a model, with its first grade. Its address is made of both; shoppers book it at once.',
    access: 'staff',
    permission: 'repairs.services',
    input: z.object({
      part_code: line(60),
      device_kind: DeviceKind,
      brand_name: requiredLine(60, 'Ghi hãng.'),
      model_name: requiredLine(80, 'Ghi dòng máy.'),
      /** Absent: the part and the model. */
      name: line(150).optional(),
      minutes,
      skill: Skill,
      ...typedOption,
    }),
    output: z.object({ sku: z.string() }),
    refusals: {
      part_not_found: { status: 422, meaning: 'There is no such kind of repair.' },
      service_exists: {
        status: 409,
        meaning: 'The model has a service of this part already.',
        data: z.object({ sku: z.string() }),
      },
      list_price_too_low: listPriceTooLow,
    },
  }),
  setParts: operation({
    method: 'POST',
    path: '/repair-services/parts',
    summary:
      'Say how many parts of a grade lie in a shop, if that is still what was seen. Those that tickets have reserved stay.',
    access: 'staff',
    permission: 'repairs.services',
    input: z.object({
      option_id: id,
      shop_id: whole(1, 2_147_483_647),
      seen_quantity: whole(0, 9_999),
      quantity: whole(0, 9_999, 'Số linh kiện từ 0 đến 9999.'),
    }),
    output: z.object({}),
    refusals: {
      service_not_found: { status: 404, meaning: 'There is no such grade of a part.' },
      shop_not_found: { status: 404, meaning: 'There is no such repair shop.' },
      parts_changed: {
        status: 409,
        meaning: 'The shop has another quantity now.',
        data: z.object({ quantity: z.int() }),
      },
      parts_reserved: {
        status: 409,
        meaning: 'Tickets have reserved more parts.',
        data: z.object({ reserved: z.int() }),
      },
    },
  }),
  technicians: operation({
    method: 'GET',
    path: '/technicians',
    summary: 'How many technicians a shop has on each weekday, and what they can do.',
    access: 'staff',
    permission: 'repairs.technicians',
    scopes: ['all', 'shops'],
    input: z.object({ shop_id: whole(1, 2_147_483_647).optional().catch(undefined) }),
    output: z.object({
      shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
      /** Null: no shop within reach repairs. */
      shop: ShopTechnicians.nullable(),
    }),
  }),
  setTechnicians: operation({
    method: 'POST',
    path: '/technicians/set',
    summary:
      'Say how many technicians a shop has, if nobody has changed it since it was shown. It holds at once, also for times that are booked in part; appointments that were made stay.',
    access: 'staff',
    permission: 'repairs.technicians',
    scopes: ['all', 'shops'],
    input: z.object({
      shop_id: whole(1, 2_147_483_647),
      seen,
      everybody: typedWeek,
      skills: z.array(z.object({ skill: Skill, week: typedWeek })).max(Skill.options.length),
    }),
    output: z.object({
      /** Open appointments at times at which the shop has fewer technicians now. */
      crowded: z.int(),
    }),
    refusals: {
      shop_not_found: { status: 404, meaning: 'This member of staff has no such repair shop.' },
      technicians_changed: {
        status: 409,
        meaning: 'Somebody has changed the technicians meanwhile.',
      },
    },
  }),
}
