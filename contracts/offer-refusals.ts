import { z } from 'zod'

const FlashItem = z.object({ item_id: z.int().nullable(), name: z.string() })
const FlashLimit = FlashItem.extend({ per_customer: z.int() })
/** `grand_total` is the total at normal prices, which `without_flash` orders at. */
const FlashTotal = FlashItem.extend({ grand_total: z.int() })
const UsedItem = z.object({ item_id: z.int(), name: z.string() })

/**
 * Refusals of flash sales (contract §8). The storefront shows a popup with buttons for each. All are 409,
 * because the caller’s token is valid.
 */
export const flashRefusals = {
  exceed_quantity_flashsale: {
    status: 409,
    meaning: 'The quantity is more than the flash sale sells of this item to one customer.',
    data: FlashLimit,
  },
  exceed_ordered_item_flashsale: {
    status: 409,
    meaning:
      'This customer has already bought this item in this flash sale. At normal prices it may be bought.',
    data: FlashTotal.extend({ per_customer: z.int() }),
  },
  temporary_no_slot: {
    status: 409,
    meaning: 'All slots are reserved by orders that await payment. Some may become free again.',
    data: FlashTotal,
  },
  no_available_slot: { status: 409, meaning: 'All slots are sold.', data: FlashTotal },
  flashsale_ended: {
    status: 409,
    meaning: 'The flash sale of this price has ended.',
    data: FlashTotal,
  },
  invalid_customer: {
    status: 409,
    meaning:
      'The price is for members, or its limit is counted per customer, and this customer is not known.',
    data: FlashItem,
  },
} as const

/** Refusals of used devices, which exist once each (contract §8). */
export const usedProductRefusals = {
  used_product_company_not_available: {
    status: 409,
    meaning: 'The company that owns this device does not sell it here.',
    data: UsedItem,
  },
  used_product_not_available: {
    status: 409,
    meaning: 'This device has been sold.',
    data: UsedItem,
  },
  used_product_online_payment_pending: {
    status: 409,
    meaning: 'Another customer is paying for this device.',
    data: UsedItem.extend({ seconds_left: z.int() }),
  },
} as const
