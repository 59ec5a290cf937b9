import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { addresses } from '#storefront/addresses/addresses.ts'
import { isTest, linesOf, paths, sources, texts } from '#test/laws/sources.ts'

test('the environment is read in config/ only', () => {
  // prepare.mjs runs before the config module can; vite.config.ts sets the environment of the React build.
  const outside = new Set(['prepare.mjs', 'vite.config.ts'])
  const allowed = (path: string) => path.startsWith('config/') || outside.has(path)
  expect(containing(/process\.env|import\.meta\.env\b/).filter((path) => !allowed(path))).toEqual(
    [],
  )
})

test('no folder or file is named utils, helpers, lib or common', () => {
  const catch_all = /(^|\/)(utils?|helpers?|lib|libs|common|shared|misc)(\/|\.tsx?$)/
  expect(paths.filter((path) => catch_all.test(path))).toEqual([])
})

test('no barrels', () => {
  const is_barrel = (text: string) =>
    statements(text).length > 0 && statements(text).every((line) => /^export .* from /.test(line))
  const barrels = sources.filter(
    (path) => /^index\.tsx?$/.test(basename(path)) || is_barrel(texts.get(path) ?? ''),
  )
  expect(barrels).toEqual([])
})

test('every exported name is used by another file', () => {
  const users = new Map<string, number>()
  for (const text of texts.values()) {
    for (const word of new Set(text.match(/\w+/g))) users.set(word, (users.get(word) ?? 0) + 1)
  }
  const declared =
    /^export (?:async )?(?:function\*? ?|const |let |class |type |interface |enum )(\w+)/gm
  const unused = [...texts].flatMap(([path, text]) =>
    Array.from(text.matchAll(declared), ([, name = '']) => name)
      .filter((name) => (users.get(name) ?? 0) < 2)
      .map((name) => `${path} ${name}`),
  )
  expect(unused).toEqual([])
})

test('files are named in kebab-case', () => {
  const fine =
    /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.(server|test|soak|journey|config|d)){0,2}\.(ts|tsx|mjs)$/
  expect(sources.filter((path) => !fine.test(basename(path)))).toEqual([])
})

test('there are no TODO comments and no mocked modules', () => {
  expect(containing(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([])
  expect(containing(/\bvi\.(mock|doMock)\(/)).toEqual([])
})

test('no class is for a window width that the theme does not have', () => {
  // web/ui/theme.css has sm, md and lg. Tailwind drops the classes of others without a word.
  expect(containing(/(?<=["'` ])(?:max-)?2?xl:[a-z]/)).toEqual([])
})

test('text follows the size that a reader sets in the browser: no size of a text is in pixels', () => {
  // The sizes are in web/ui/theme.css (decision 348). The keys of a drawn keyboard are a drawing.
  const drawn = 'storefront/pages/device-test/keyboard/drawn-keyboard.tsx'
  const styles = paths.filter((path) => /^(storefront|admin|member-site|web)\/.*\.css$/.test(path))
  const in_pixels = styles.filter((path) =>
    /(?:font-size|line-height):[^;]*\dpx/.test(readFileSync(path, 'utf8')),
  )
  const classes = containing(/\b(?:text|leading)-\[[^\]]*\dpx/)
  expect([...in_pixels, ...classes].filter((path) => path !== drawn)).toEqual([])
})

test('no package is patched: the build changes no code of packages', () => {
  expect(paths.filter((path) => /\.patch$|(^|\/)patches(\/|$)/.test(path))).toEqual([])
  expect(readFileSync('package.json', 'utf8')).not.toMatch(/patch|"(pre|post)?install"/)
  const of_build = /(^|\/)vite\.config\.ts$|^web\/build\/|^prepare\.mjs$/
  const changing = sources.filter(
    (path) =>
      of_build.test(path) &&
      !isTest(path) &&
      /\b(transform|load|renderChunk)\b *[(:] *[{(a-z]/.test(texts.get(path) ?? ''),
  )
  // It replaces a module that Vite itself writes into each build.
  expect(changing).toEqual(['web/build/plain-imports.ts'])
})

test('unsafe casts are rare: at most 0.2 in 1,000 lines', () => {
  const casts = containing(/ as unknown as |: any\b|<any>/)
  const total = [...texts.values()].reduce((sum, text) => sum + linesOf(text), 0)
  expect(casts.length).toBeLessThanOrEqual((total / 1_000) * 0.2)
})

test('at most a tenth of the thrown errors are plain Errors', () => {
  const all = [...texts.entries()].filter(([path]) => !isTest(path)).map(([, text]) => text)
  const count = (pattern: RegExp) =>
    all.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  expect(count(/\bthrow new Error\(/g) / count(/\bthrow\b/g)).toBeLessThanOrEqual(0.1)
})

test('tests have at least 0.6 of the lines of shop/', () => {
  const size = (list: string[]) =>
    list.reduce((sum, path) => sum + linesOf(texts.get(path) ?? ''), 0)
  const shop = sources.filter((path) => path.startsWith('shop/') && !isTest(path))
  expect(size(sources.filter(isTest)) / size(shop)).toBeGreaterThanOrEqual(0.6)
})

test.each(Object.entries(addresses))('address %s has its two files', (_name, { page }) => {
  // The server half of root slugs decides which page is shown, of a product or a category.
  expect(page === 'slug' || existsSync(`storefront/pages/${page}/page.tsx`)).toBe(true)
  expect(existsSync(`storefront/pages/${page}/page.server.ts`)).toBe(true)
})

function containing(pattern: RegExp): string[] {
  // These two files contain offences in order to find them.
  const about_offences = new Set(['test/laws/laws.test.ts', 'test/laws/dependency-rules.test.ts'])
  return sources.filter((path) => !about_offences.has(path) && pattern.test(texts.get(path) ?? ''))
}

function statements(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').trim()
  return code === '' ? [] : code.split(/\n(?=\S)/).filter((line) => !line.startsWith('}'))
}
