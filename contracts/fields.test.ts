import { expect, test } from 'vitest'
import { line } from '#contracts/fields.ts'
import { paragraphs } from '#contracts/storefront/talk/talk-fields.ts'

const struck = `a${'\u0335'.repeat(200)}`

test('marks piled over one letter are cut: they would be drawn over other texts', () => {
  expect(line(60).parse(struck)).toBe(`a${'\u0335'.repeat(3)}`)
  expect(paragraphs(1, '').parse(struck)).toBe(`a${'\u0335'.repeat(3)}`)
  const names = ['Trần Thị Lan', 'ที่รัก', 'क्षेत्र', "H'Hen Niê"]
  for (const name of names) expect(line(60).parse(name.normalize('NFD'))).toBe(name.normalize())
})
