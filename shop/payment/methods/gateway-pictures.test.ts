import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gateways } from '#shop/payment/methods/gateways.ts'

test('every payment method has its picture in db/seed/media/payment', () => {
  const missing = gateways
    .map(({ icon, code }) => `db/seed/media/payment/${icon ?? code}.svg`)
    .filter((path) => !existsSync(path))
  expect(missing).toEqual([])
})
