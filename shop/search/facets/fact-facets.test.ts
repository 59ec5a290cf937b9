import { expect, test } from 'vitest'
import { openDemoCatalog } from '#test/support/catalog.ts'

const shop = openDemoCatalog()

test('the filter of what a case fits names every device of the list, also the last of the alphabet', async () => {
  const { id } = await shop.catalog.resolve(null, { path: 'op-lung' })
  const { facets } = await shop.list({ category_id: id, size: 50 })
  const labels = facets.find(({ code }) => code === 'fit')?.values.map(({ label }) => label) ?? []
  for (const label of ['Galaxy A07', 'iPhone 17', 'OPPO Find X9', 'Xiaomi 17']) {
    expect(labels).toContain(label)
  }
})
