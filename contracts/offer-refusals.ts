/** Codes of spec §8 about what is scarce: a popup with its buttons answers each. All 409, for nothing is wrong with the caller’s token. */
export const flashRefusals = {
  exceed_quantity_flashsale: {
    status: 409,
    meaning:
      'More pieces of one kind than the flash sale sells to one customer. data: { item_id, name, per_customer }',
  },
  exceed_ordered_item_flashsale: {
    status: 409,
    meaning:
      'This customer bought of this kind in this flash sale already. data: { item_id, name, per_customer }',
  },
  temporary_no_slot: {
    status: 409,
    meaning:
      'All slots are held by orders that wait for their money: some may come back. data: { item_id, name, grand_total }',
  },
  no_available_slot: {
    status: 409,
    meaning:
      'All slots are sold. data: { item_id, name, grand_total } with the total at normal prices, which without_flash orders at.',
  },
  flashsale_ended: {
    status: 409,
    meaning:
      'The flash sale that the price came from is over. data: { item_id, name, grand_total }',
  },
  invalid_customer: {
    status: 409,
    meaning:
      'Limits are counted for each customer, and this one is not known. data: { item_id, name }',
  },
} as const

/** Of used devices, each one of a kind (spec §8). */
export const usedProductRefusals = {
  used_product_company_not_available: {
    status: 409,
    meaning: 'The company that holds this device does not sell it here. data: { item_id, name }',
  },
  used_product_not_available: {
    status: 409,
    meaning: 'This very device was sold. data: { item_id, name }',
  },
  used_product_online_payment_pending: {
    status: 409,
    meaning: 'Somebody is paying for this very device. data: { item_id, name, seconds_left }',
  },
} as const
