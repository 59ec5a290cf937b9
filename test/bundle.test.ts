import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Manifest } from '#storefront/assets.ts'

const folder = 'dist/client'

/** Marks of what belongs on the server; each was seen in a bundle of ours before the rule stood. */
const server_only: Record<string, RegExp> = {
  zod: /_zod|ZodError|invalid_union/,
  'phone metadata': /libphonenumber|possible_lengths/i,
  'query builder': /kysely|selectFrom|insertInto/i,
  SQL: /\b(select|insert into|update|delete from)\b[^;'"`]{1,200}\b(from|values|set|where)\b/,
  environment: /process\.env/,
  'node modules': /["'`]node:[a-z]/,
  'words of a contract': /Prices sent along are ignored|The cart holds no such line/,
  'server half of a page': /createQuote\(|guestToken\(/,
}

test('the browser is sent nothing that belongs on the server', () => {
  const files = builtScripts()
  expect(files.length).toBeGreaterThan(5)
  const found = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return Object.entries(server_only)
      .filter(([, mark]) => mark.test(text))
      .map(([name, mark]) => `${file}: ${name} (${mark.exec(text)?.[0].slice(0, 80)})`)
  })
  expect(found).toEqual([])
})

test('the marks are real: the server half holds them', () => {
  const server = readFileSync('dist/server/app.js', 'utf8')
  expect(server).toMatch(/Prices sent along are ignored/)
  expect(server).toMatch(/createQuote\(/)
})

function builtScripts(): string[] {
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) throw new ReferenceError('Nothing is built yet: npm start or npm test.')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const files = Object.values(manifest).map((chunk) => chunk.file)
  return [...new Set(files)].filter((name) => name.endsWith('.js'))
}
