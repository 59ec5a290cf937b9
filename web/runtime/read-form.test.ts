import { expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidInput } from '#pure/contract.ts'
import { readForm } from '#web/runtime/read-form.ts'

test('a wrong field is told in Vietnamese, by its own words where it has some', () => {
  const schema = z.object({
    income: z.union([z.literal(''), z.string().regex(/^\d+$/)]),
    side: z.enum(['left', 'right']),
    day: z.iso.date(),
    name: z.string(),
    phone: z.string().regex(/^0/, 'Số điện thoại không đúng.'),
  })
  const form = new FormData()
  for (const [name, value] of Object.entries({
    ...{ income: '15 triệu', side: 'up', day: 'mai', phone: '9' },
  })) {
    form.set(name, value)
  }
  const again = 'Chưa đúng, vui lòng nhập lại.'
  const read = () => readForm(schema, form)
  expect(read).toThrow(InvalidInput)
  expect(read).toThrow(
    expect.objectContaining({
      problems: {
        ...{ income: again, side: again, day: again, name: 'Vui lòng điền mục này.' },
        phone: 'Số điện thoại không đúng.',
      },
    }),
  )
})
