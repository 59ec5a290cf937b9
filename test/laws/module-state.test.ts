import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * State of one browser tab in modules that the server renders too: there nothing changes it, because only
 * effects and events do.
 */
const of_the_browser = [
  'storefront/commerce/captcha/captcha-google-script.ts: loading',
  'storefront/commerce/compare/compare-list.ts: has_read',
  'storefront/commerce/compare/compare-list.ts: is_tray_open',
  'storefront/commerce/compare/compare-list.ts: list',
  'storefront/commerce/compare/compare-list.ts: listeners',
  'storefront/commerce/flash-sale/flash-news-store.ts: listeners',
  'storefront/commerce/flash-sale/flash-news-store.ts: news',
  'storefront/commerce/flash-sale/flash-news-store.ts: watched',
  'storefront/commerce/flash-sale/flash-question.ts: timer',
  'storefront/layouts/search/search-suggestions.ts: kept',
  'storefront/runtime/browser/browser-session.ts: obtained',
  'storefront/runtime/browser/prefetched.ts: kept',
  'storefront/runtime/cart-count.ts: count',
  'storefront/runtime/cart-count.ts: listeners',
  'storefront/runtime/province-state.ts: isFrameStale',
  'storefront/runtime/province-state.ts: province_id',
  'web/runtime/build-watch.ts: isLeaving',
  'web/runtime/build-watch.ts: is_stale',
  'web/runtime/build-watch.ts: own_id',
  'web/runtime/early-presses.ts: is_repeating',
  'web/runtime/early-presses.ts: notes',
  'web/runtime/early-presses.ts: presses',
  'web/ui/toast-list.ts: lastId',
  'web/ui/toast-list.ts: listeners',
  'web/ui/toast-list.ts: toasts',
]

/** State that one process shares between requests and tests, until these files are mended. Only shrinks. */
const still_mutable = [
  'admin/runtime/modules.ts: ready',
  'platform/text/rich-text.ts: cleaned',
  'shop/flows/import/picture-address.ts: origins',
  'storefront/commerce/pictures/picture-hosts.ts: hosts',
  'storefront/commerce/pictures/pictures.ts: known',
  'storefront/runtime/assets.ts: tagCache',
  'storefront/runtime/modules.ts: readyLayouts',
  'storefront/runtime/modules.ts: readyPages',
  'storefront/runtime/public-address.ts: exact',
  'storefront/runtime/public-address.ts: patterns',
  'storefront/runtime/ready-error-screens.ts: screens',
]

const folders = ['admin', 'contracts', 'platform', 'pure', 'shop', 'storefront', 'web']
const texts = new Map(
  [
    'app.ts',
    ...folders
      .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  ]
    .filter((path) => !/\.(test|soak)\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)

test('no module keeps state of its own: what changes belongs to somebody who was made', () => {
  const found = [...texts].flatMap(([path, text]) =>
    mutableNames(text).map((name) => `${path}: ${name}`),
  )
  expect(found.toSorted()).toEqual([...of_the_browser, ...still_mutable].toSorted())
})

test.each([
  [`let count = 0\n`, ['count']],
  [`export let count = 0\n`, ['count']],
  [`const known = new Map<string, number>()\nknown.set('a', 1)\n`, ['known']],
  [`const known = new Set()\nexport const learn = (a) => known.add(a)\n`, ['known']],
  [`const pools = new WeakMap<object, Pool>()\nfunction f() {\n  pools.delete(a)\n}\n`, ['pools']],
  [`const list: string[] = []\nexport function f() {\n  list.push('a')\n}\n`, ['list']],
  [`const seen = {}\nexport function f(a) {\n  seen[a] = true\n}\n`, ['seen']],
  [`export const state = { count: 0 }\nexport const f = () => (state.count += 1)\n`, ['state']],
  [`export const state = { count: 0 }\nexport const f = () => state.count++\n`, ['state']],
  [`const words = new Set(['a'])\nexport const f = (a) => words.has(a)\n`, []],
  [`const list = ['b', 'a']\nexport const f = () => list.toSorted()\n`, []],
  [`const most = { a: 1 }\nexport const f = (a) => most.a === a\n`, []],
  [`export function f() {\n  const known = new Map()\n  known.set('a', 1)\n}\n`, []],
  [`export function f() {\n  let count = 0\n  count += 1\n}\n`, []],
])('%j', (text, names) => {
  expect(mutableNames(text)).toEqual(names)
})

/** Names at the top of a module that are bound anew, or whose value is changed in this file. */
function mutableNames(text: string): string[] {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const bound = [...code.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name = '']) => name)
  const held = [...code.matchAll(/^(?:export )?const (\w+)[^=\n]*= *(?:new |\[|\{)/gm)]
  const changed = held.map(([, name = '']) => name).filter((name) => changesIn(name).test(code))
  return [...bound, ...changed]
}

function changesIn(name: string): RegExp {
  const methods = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill'
  const place = String.raw`(?:\.\w+|\[[^\]\n]*\])`
  const call = String.raw`\.(?:${methods})\(`
  const assignment = String.raw`${place}+ *(?:[-+*/|&?]{0,2}=(?![=>])|\+\+|--)`
  return new RegExp(String.raw`(?<![.\w])${name}(?:${call}|${assignment})`)
}
