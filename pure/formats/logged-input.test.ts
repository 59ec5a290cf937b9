import { expect, test } from 'vitest'
import { z } from 'zod'
import { loggedInput } from '#pure/formats/logged-input.ts'

const schema = z.object({
  item_id: z.int(),
  device: z.enum(['mobile', 'desktop']).optional(),
  phone: z.string().transform((text) => text.trim()),
  secret: z.string().default(''),
  choice: z.union([z.literal('all'), z.string()]),
  lines: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('goods'), quantity: z.int() }),
      z.object({ kind: z.literal('note'), text: z.string() }),
    ]),
  ),
  meta: z.record(z.string(), z.string()),
})

test('numbers, flags and listed values are shown; of any other text its length, of unknown fields nothing', () => {
  const lines = [
    { kind: 'goods', quantity: 2 },
    { kind: 'note', text: '0912345678' },
  ]
  const input = {
    ...{ item_id: 12, device: 'mobile', phone: '0912345678', secret: 'mobile', lines },
    ...{ meta: { '0912345678': 'x' }, choice: 'all', added: 'by somebody' },
  }
  expect(loggedInput(schema, input)).toEqual({
    ...{ item_id: 12, device: 'mobile', phone: 'text(10)', secret: 'text(6)', choice: 'all' },
    lines: [
      { kind: 'goods', quantity: 2 },
      { kind: 'note', text: 'text(10)' },
    ],
    meta: {},
  })
})

test('long and deep inputs are cut, and input without a schema says nothing', () => {
  const many = Array.from({ length: 40 }, () => ({ kind: 'goods', quantity: 1 }))
  expect(loggedInput(schema, { lines: many })).toEqual({
    lines: [...many.slice(0, 5), '+35'],
  })
  expect(loggedInput(z.unknown(), { phone: '0912345678' })).toEqual({})
  expect(loggedInput(z.unknown(), '0912345678')).toBe('text(10)')
  expect(loggedInput(z.looseObject({}), JSON.parse('{"__proto__":{"a":1},"x":1}'))).toEqual({})
})
