import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const modules = [
  'pure',
  'contracts',
  'platform',
  'shop',
  'storefront',
  'admin',
  'member-site',
  'web',
  'db',
  'config',
] as const
type Module = (typeof modules)[number]

/** The dependency rules: what each module may import. Any other import must be a lint error. */
const allowed_imports: Record<Module, Module[]> = {
  pure: ['pure'],
  contracts: ['contracts', 'pure'],
  platform: ['platform', 'pure'],
  shop: ['shop', 'contracts', 'platform', 'pure'],
  storefront: ['storefront', 'web', 'contracts', 'pure'],
  admin: ['admin', 'web', 'contracts', 'pure'],
  'member-site': ['member-site', 'web', 'contracts', 'pure'],
  web: ['web', 'pure'],
  db: ['db', 'platform', 'pure'],
  config: ['config', 'pure'],
}

/** Other offences: file, text, and the lint rule that must report them. */
const other_offences: [file: string, text: string, rule: string][] = [
  ...modules.map((module): [string, string, string] => [
    `${module}/up.ts`,
    `import { a } from '../other/a.ts'\nexport const b = a\n`,
    'no-restricted-imports',
  ]),
  ...modules.map((module): [string, string, string] => [
    `${module}/top.ts`,
    `import { a } from '#app.ts'\nexport const b = a\n`,
    'no-restricted-imports',
  ]),
  [
    'shop/deep/up.test.ts',
    `import { a } from '../a.ts'\nexport const b = a\n`,
    'no-restricted-imports',
  ],
  ['pure/library.ts', `import { z } from 'zod'\nexport const b = z\n`, 'no-restricted-imports'],
  ['pure/node.ts', `import fs from 'node:fs'\nexport const b = fs\n`, 'no-restricted-imports'],
  ['contracts/driver.ts', `import pg from 'pg'\nexport const b = pg\n`, 'no-restricted-imports'],
  [
    'shop/seeds.ts',
    `import { a } from '#db/seed/seed.ts'\nexport const b = a\n`,
    'no-restricted-imports',
  ],
  ['shop/env.ts', `export const b = process.env.PORT\n`, 'no-process-env'],
  ['platform/env.ts', `export const b = process.env['PORT']\n`, 'no-process-env'],
  ['shop/default.ts', `export default 1\n`, 'no-default-export'],
  ['shop/any.ts', `export const b = (a: any) => a\n`, 'no-explicit-any'],
  ['shop/later.ts', `// TODO: later\nexport const b = 1\n`, 'no-warning-comments'],
  ['shop/long.ts', `export const b = 1\n${'\n'.repeat(500)}`, 'max-lines'],
  ['shop/one.ts', `import { b } from '#shop/two.ts'\nexport const a = () => b\n`, 'no-cycle'],
  ['shop/two.ts', `import { a } from '#shop/one.ts'\nexport const b = () => a\n`, 'no-cycle'],
  [
    'storefront/hook.tsx',
    `import { useState } from 'react'\nexport function B({ a }: { a: boolean }) {\n  if (a) useState(1)\n  return null\n}\n`,
    'rules-of-hooks',
  ],
]

/** Imports that are similar to offences, but allowed. */
const allowed: [file: string, text: string][] = [
  ['pure/typed.ts', `import type { z } from 'zod'\nexport type B = z.ZodType\n`],
  ['shop/rows.ts', `import type { Tables } from '#db/schema.ts'\nexport type B = Tables\n`],
  ['shop/settings.ts', `import type { Config } from '#config/config.ts'\nexport type B = Config\n`],
  ['config/env.ts', `export const b = process.env.PORT\n`],
  ['shop/door.test.ts', `import { a } from '#test/support/a.ts'\nexport const b = a\n`],
  [
    'app.ts',
    `import { a } from '#shop/a.ts'\nimport { b } from '#storefront/b.ts'\nexport const c = [a, b]\n`,
  ],
]

const Report = z.object({
  diagnostics: z.array(z.object({ code: z.string().optional(), filename: z.string() })),
})

let root: string
let rules_by_file: Map<string, string[]>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tiem-imports-'))
  for (const file of ['.oxlintrc.json', 'package.json']) await cp(file, join(root, file))
  for (const [from, to] of pairs()) {
    await write(importFile(from, to), `import { a } from '#${to}/schema.ts'\nexport const b = a\n`)
  }
  for (const [file, text] of [...other_offences, ...allowed]) await write(file, text)
  rules_by_file = await lint()
}, 60_000)

afterAll(() => rm(root, { recursive: true, force: true }))

test.each(pairs())('%s → %s', (from, to) => {
  const is_reported =
    rules_by_file.get(importFile(from, to))?.includes('no-restricted-imports') ?? false
  expect(is_reported).toBe(!allowed_imports[from].includes(to))
})

test.each(other_offences)('%s is refused', (file, _text, rule) => {
  expect(rules_by_file.get(file) ?? []).toContain(rule)
})

test.each(allowed)('%s is allowed', (file) => {
  expect(rules_by_file.get(file) ?? []).toEqual([])
})

function pairs(): [Module, Module][] {
  return modules.flatMap((from) => modules.map((to): [Module, Module] => [from, to]))
}

function importFile(from: Module, to: Module): string {
  return `${from}/imports-${to}.ts`
}

async function write(file: string, text: string): Promise<void> {
  const path = join(root, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function lint(): Promise<Map<string, string[]>> {
  const binary = join(process.cwd(), 'node_modules', '.bin', 'oxlint')
  const text = await new Promise<string>((resolve) => {
    execFile(binary, ['--format=json'], { cwd: root, maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    )
  })
  const rules = new Map<string, string[]>()
  for (const { filename, code } of Report.parse(JSON.parse(text)).diagnostics) {
    const rule = /\(([^)]+)\)/.exec(code ?? '')?.[1] ?? ''
    rules.set(filename, [...(rules.get(filename) ?? []), rule])
  }
  return rules
}
