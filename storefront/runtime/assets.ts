import { createHash } from 'node:crypto'
import { layoutFile, pageFile } from '#storefront/runtime/modules.ts'
import type { Layout } from '#storefront/addresses/addresses.ts'
import { filesOf, type Manifest } from '#web/runtime/build-manifest.ts'
import { devTags } from '#web/runtime/dev-tags.ts'

const ENTRY = 'storefront/runtime/browser/entry-client.tsx'
const EARLY_PRESSES = 'web/runtime/early-presses.ts'

/** All styles are one file. */
const STYLES = 'style.css'

/** The browser's files of a build. */
export interface BuiltAssets {
  kind: 'built'
  manifest: Manifest
  build: Build
  /** The text of its file: it stands in the page, so that it hears the very first press. */
  early_presses: string
}

/** Where the browser's files come from: a build with its manifest, or Vite's own server. */
export type Assets = BuiltAssets | { kind: 'dev' }

/** Which build of the browser's files this is (contract §7 build metadata); `time` is an ISO instant. */
export interface Build {
  id: string
  time: string
}

/** The build that pages are served from; while developing there is only ever one. */
export function buildOf(assets: Assets): Build {
  return assets.kind === 'built' ? assets.build : { id: 'dev', time: new Date(0).toISOString() }
}

/** What the page's policy must name for its inline script to run (CSP: script-src). */
export function inlineScriptHashes(assets: Assets): string[] {
  if (assets.kind === 'dev') return []
  return [`'sha256-${createHash('sha256').update(inlineScript(assets)).digest('base64')}'`]
}

/** Tags for the head: early presses, styles, letters, and the scripts of exactly this page. */
export function assetTags(assets: Assets, page: string | null, layout: Layout): string {
  if (assets.kind === 'dev') return DEV_TAGS
  const key = `${page ?? ''}|${layout}`
  const tags = tagCache.get(assets.manifest)?.get(key) ?? builtTags(assets, page, layout)
  const cache = tagCache.get(assets.manifest) ?? new Map<string, string>()
  tagCache.set(assets.manifest, cache.set(key, tags))
  return tags
}

/** All letters of the shop. */
const EARLY_FONTS = /be-vietnam-pro-(500|700)\.woff2$/

const tagCache = new WeakMap<Manifest, Map<string, string>>()

function builtTags(assets: BuiltAssets, page: string | null, layout: Layout): string {
  const { manifest } = assets
  const names = [ENTRY, layoutFile(layout), ...(page === null ? [] : [pageFile(page)])]
  const entry = manifest[ENTRY]?.file ?? ''
  const others = filesOf(manifest, names).filter((file) => file !== entry)
  return [
    `<script>${inlineScript(assets)}</script>`,
    `<link rel="stylesheet" href="/${manifest[STYLES]?.file ?? ''}">`,
    ...Object.keys(manifest)
      .filter((name) => EARLY_FONTS.test(name))
      .map((name) => fontPreload(manifest[name]?.file ?? '')),
    // After what is looked at: what makes the page interactive.
    ...others.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
    `<script type="module" fetchpriority="low" src="/${entry}"></script>`,
  ].join('')
}

/** A module's text, whose names are its own here too. */
function inlineScript({ early_presses }: BuiltAssets): string {
  return `(()=>{${early_presses.trim()}})()`
}

/** Asked for with the page, letters are there for its first paint or not at all (font-display: optional). */
function fontPreload(file: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}

const DEV_TAGS = devTags({
  styles: 'storefront/styles.css',
  scripts: [EARLY_PRESSES, ENTRY],
})
