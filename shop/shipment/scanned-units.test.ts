import { expect, test } from 'vitest'
import { compareScan, scannedForOrder } from '#shop/shipment/scanned-units.ts'

const cable = { sku: '10-200', name: 'Cáp', quantity: 2, by_sku: 2 }

test('a SKU of digits and dashes is no IMEI: it is compared as it stands', () => {
  const scanned = scannedForOrder([cable], '10-200\n10-200\n35-000000-000002-6')
  expect(scanned).toEqual(['10-200', '10-200', '350000000000026'])
  expect(compareScan([cable], scanned, [])).toEqual({
    missing: [],
    unexpected: ['350000000000026'],
  })
})
