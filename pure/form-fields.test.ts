import { expect, test } from 'vitest'
import { formTree } from '#pure/form-fields.ts'

test('bracket keys nest, as the spec’s multipart forms send them', () => {
  const tree = formTree([
    ['Quote[type]', '1'],
    ['QuoteItems[0][item_id]', '7'],
    ['QuoteItems[0][meta][imei_id]', '700001'],
    ['QuoteItems[1][item_id]', '8'],
    ['item_ids[]', '1'],
    ['item_ids[]', '2'],
  ])
  expect(tree).toEqual({
    Quote: { type: '1' },
    QuoteItems: [{ item_id: '7', meta: { imei_id: '700001' } }, { item_id: '8' }],
    item_ids: ['1', '2'],
  })
})

test('JSON text of a field is parsed; invalid JSON stays text', () => {
  expect(formTree([['Quote', '{"type":1}']])).toEqual({ Quote: { type: 1 } })
  expect(formTree([['note', '{not json']])).toEqual({ note: '{not json' })
})

test('names that would change an object’s prototype are dropped', () => {
  const tree = formTree([
    ['__proto__[polluted]', '1'],
    ['a[constructor][prototype][polluted]', '1'],
    ['ok', '1'],
  ])
  expect({ ...tree }).toEqual({ ok: '1' })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('a huge index does not create a huge list', () => {
  expect(formTree([['items[999999999]', '1']])).toEqual({ items: [] })
})
