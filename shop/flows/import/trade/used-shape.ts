/** Used devices that are in stock, as record-shapes.ts describes every kind. */
export const used_shapes = {
  used_unit: {
    table: 'used_unit',
    // The IMEI or serial number: a device is the same one in every shop and in every file.
    key: 'code',
    fields: {
      code: 'unit_code',
      imei2: 'unit_code',
      serial: 'unit_code',
      imei_id: 'whole',
      new_item: 'name',
      shop: 'name',
      // An empty cell of CSV is the default, as of `source`.
      state: 'name',
      grade: 'name',
      battery: 'number?',
      owner_count: 'whole',
      replaced_parts: 'texts',
      tests: 'device_tests',
      condition_notes: 'text',
      accessories: 'text',
      warranty_months: 'whole',
      used_since: 'day?',
      price: 'money?',
      cost: 'money?',
      source: 'name',
      source_reference: 'text?',
      listed_at: 'time',
      media: 'pictures',
    },
    required: ['new_item', 'shop', 'grade'],
    defaults: { state: 'draft', owner_count: 1, warranty_months: 6, source: 'hand' },
  },
} as const
