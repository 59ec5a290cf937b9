import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scriptJson } from '#pure/script-json.ts'

test('a data block contains no tag and parses to the same value', () => {
  const nasty = { name: '</script><script>alert(1)</script><!--', note: '<!-- <script>' }
  expect(scriptJson(nasty)).not.toContain('<')
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = scriptJson(value)
      expect(text).not.toContain('<')
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
    }),
  )
})
