import { z } from 'zod'

const FlashItem = z.object({ item_id: z.int().nullable(), name: z.string() })
const FlashLimit = FlashItem.extend({ per_customer: z.int() })
/** `grand_total` is the total at normal prices, which `without_flash` orders at. */
const FlashTotal = FlashItem.extend({ grand_total: z.int() })
const UsedItem = z.object({ item_id: z.int(), name: z.string() })

/** Codes of contract §8 about what is scarce: a popup with its buttons answers each. All 409, for nothing is wrong with the caller’s token. */
export const flashRefusals = {
  exceed_quantity_flashsale: {
    status: 409,
    meaning: 'More pieces of one kind than the flash sale sells to one customer.',
    data: FlashLimit,
  },
  exceed_ordered_item_flashsale: {
    status: 409,
    meaning: 'This customer bought of this kind in this flash sale already.',
    data: FlashLimit,
  },
  temporary_no_slot: {
    status: 409,
    meaning: 'All slots are held by orders that wait for their money: some may come back.',
    data: FlashTotal,
  },
  no_available_slot: { status: 409, meaning: 'All slots are sold.', data: FlashTotal },
  flashsale_ended: {
    status: 409,
    meaning: 'The flash sale that the price came from is over.',
    data: FlashTotal,
  },
  invalid_customer: {
    status: 409,
    meaning: 'Limits are counted for each customer, and this one is not known.',
    data: FlashItem,
  },
} as const

/** Of used devices, each one of a kind (contract §8). */
export const usedProductRefusals = {
  used_product_company_not_available: {
    status: 409,
    meaning: 'The company that holds this device does not sell it here.',
    data: UsedItem,
  },
  used_product_not_available: {
    status: 409,
    meaning: 'This very device was sold.',
    data: UsedItem,
  },
  used_product_online_payment_pending: {
    status: 409,
    meaning: 'Somebody is paying for this very device.',
    data: UsedItem.extend({ seconds_left: z.int() }),
  },
} as const
