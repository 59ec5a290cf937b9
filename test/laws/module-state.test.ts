import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * State of one browser tab in modules that the server renders too. On the server it does not change, because
 * only effects and events change it.
 */
const browser_state = [
  'web/runtime/captcha/captcha-google-script.ts: loading',
  'storefront/commerce/compare/compare-list.ts: has_read',
  'storefront/commerce/compare/compare-list.ts: is_tray_open',
  'storefront/commerce/compare/compare-list.ts: list',
  'storefront/commerce/compare/compare-list.ts: listeners',
  'storefront/commerce/device-test/test-results.ts: known',
  'storefront/commerce/device-test/test-results.ts: listeners',
  'storefront/commerce/flash-sale/flash-news-store.ts: listeners',
  'storefront/commerce/flash-sale/flash-news-store.ts: news',
  'storefront/commerce/flash-sale/flash-news-store.ts: watched',
  'storefront/commerce/flash-sale/flash-polling.ts: timer',
  'storefront/layouts/search/search-suggestions.ts: cached',
  'storefront/runtime/browser/browser-session.ts: obtained',
  'storefront/runtime/browser/browser-source.ts: unanswered',
  'storefront/runtime/browser/follow-session.ts: tabs',
  'storefront/runtime/browser/prefetched.ts: cached',
  'storefront/runtime/province-state.ts: isFrameStale',
  'storefront/runtime/province-state.ts: province_id',
  'web/runtime/build-watch.ts: isLeaving',
  'web/runtime/build-watch.ts: is_stale',
  'web/runtime/build-watch.ts: own_id',
  'web/runtime/early-presses.ts: is_repeating',
  'web/runtime/early-presses.ts: notes',
  'web/runtime/early-presses.ts: presses',
  'web/runtime/page-scripts.ts: are_asked_for',
  'web/ui/toast-list.ts: lastId',
  'web/ui/toast-list.ts: listeners',
  'web/ui/toast-list.ts: toasts',
]

/** Caches whose values depend on their keys alone, and loaded modules: who fills them first makes no difference. */
const caches = [
  'admin/runtime/ready-pages.ts: pages',
  'platform/database/statement-round.ts: wires',
  'platform/text/rich-text.ts: cleaned',
  'storefront/commerce/pictures/pictures.ts: widths_by_size',
  'storefront/runtime/assets.ts: tagCache',
  'storefront/runtime/page-render.tsx: matchedBefore',
  'storefront/runtime/ready-pages.ts: layouts',
  'storefront/runtime/ready-pages.ts: pages',
  'storefront/runtime/ready-error-screens.ts: screens',
]

/** Settings that are written once at start, before the first request or import. */
const start_settings = [
  'shop/flows/import/picture-address.ts: origins',
  'storefront/commerce/pictures/picture-hosts.ts: hosts',
]

const folders = [
  'admin',
  'contracts',
  'member-site',
  'platform',
  'pure',
  'shop',
  'storefront',
  'web',
]
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

test('no module has mutable state but what is listed: state belongs to objects that are created', () => {
  const names = [...texts].flatMap(([path, text]) =>
    mutableNames(text).map((name) => `${path}: ${name}`),
  )
  expect(names.toSorted()).toEqual([...browser_state, ...caches, ...start_settings].toSorted())
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

/** Names at the top of a module that are assigned again, or whose value is changed in the file. */
function mutableNames(text: string): string[] {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const variables = [...code.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name = '']) => name)
  const constants = [...code.matchAll(/^(?:export )?const (\w+)[^=\n]*= *(?:new |\[|\{)/gm)]
  const changed = constants
    .map(([, name = '']) => name)
    .filter((name) => changesIn(name).test(code))
  return [...variables, ...changed]
}

function changesIn(name: string): RegExp {
  const methods = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill'
  const member = String.raw`(?:\.\w+|\[[^\]\n]*\])`
  const call = String.raw`\.(?:${methods})\(`
  const assignment = String.raw`${member}+ *(?:[-+*/|&?]{0,2}=(?![=>])|\+\+|--)`
  return new RegExp(String.raw`(?<![.\w])${name}(?:${call}|${assignment})`)
}
