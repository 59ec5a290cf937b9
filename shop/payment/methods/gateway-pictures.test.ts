import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gateways } from '#shop/payment/methods/gateways.ts'

test('every payment method has its picture in db/seed/media/payment', () => {
  const missing = gateways
    .map(({ icon, code }) => `db/seed/media/payment/${icon ?? code}.svg`)
    .filter((path) => !existsSync(path))
  expect(missing).toEqual([])
})

test('every picture is twice as wide as high, so that none is cut or squeezed', () => {
  const folder = 'db/seed/media/payment'
  const odd = readdirSync(folder).filter(
    (file) => !readFileSync(`${folder}/${file}`, 'utf8').includes('viewBox="0 0 64 32"'),
  )
  expect(odd).toEqual([])
})
