import { createHash } from 'node:crypto'
import { layoutFile, pageFile } from '#storefront/runtime/modules.ts'
import type { Layout } from '#storefront/addresses/address.ts'
import { filesOf, fontPreload, type Manifest } from '#web/runtime/build-manifest.ts'
import { devTags } from '#web/runtime/dev-tags.ts'

const ENTRY = 'storefront/runtime/browser/entry-client.tsx'
const EARLY_PRESSES = 'web/runtime/early-presses.ts'

/** All styles are in one file. */
const STYLES = 'style.css'

/** The browser's files of a build. */
export interface BuiltAssets {
  kind: 'built'
  manifest: Manifest
  build: Build
  /**
   * The text of the script for early presses. It is inline: it handles the very first press, and asks for the others.
   */
  early_presses: string
}

/** The source of the browser's files: a build with its manifest, or Vite's development server. */
export type Assets = BuiltAssets | { kind: 'dev' }

/** Id and time of a build of the browser's files (contract §7 build metadata). `time` is in ISO format. */
interface Build {
  id: string
  time: string
}

/** Returns the build that pages are served from. In development it is always the same. */
export function buildOf(assets: Assets): Build {
  return assets.kind === 'built' ? assets.build : { id: 'dev', time: new Date(0).toISOString() }
}

/** Returns the hashes that CSP script-src needs to allow the inline script. */
export function inlineScriptHashes(assets: Assets): string[] {
  if (assets.kind === 'dev') return []
  return [`'sha256-${createHash('sha256').update(inlineScript(assets)).digest('base64')}'`]
}

/** Returns the tags for the head: early presses, styles, fonts, and the scripts of this page. */
export function assetTags(assets: Assets, page: string | null, layout: Layout): string {
  if (assets.kind === 'dev') return DEV_TAGS
  const key = `${page ?? ''}|${layout}`
  const tags = tagCache.get(assets.manifest)?.get(key) ?? builtTags(assets, page, layout)
  const cache = tagCache.get(assets.manifest) ?? new Map<string, string>()
  tagCache.set(assets.manifest, cache.set(key, tags))
  return tags
}

/** The URLs of the modules that a browser starts with. The page is null where only an error is shown. */
export interface PageUrls {
  page: string | null
  layout: string
}

export function pageUrls(assets: Assets, page: string | null, layout: Layout): PageUrls {
  const urlOf = (source: string) =>
    `/${assets.kind === 'dev' ? source : (assets.manifest[source]?.file ?? '')}`
  return { page: page === null ? null : urlOf(pageFile(page)), layout: urlOf(layoutFile(layout)) }
}

const tagCache = new WeakMap<Manifest, Map<string, string>>()

function builtTags(assets: BuiltAssets, page: string | null, layout: Layout): string {
  const { manifest } = assets
  const names = [ENTRY, layoutFile(layout), ...(page === null ? [] : [pageFile(page)])]
  const entry = manifest[ENTRY]?.file ?? ''
  const others = filesOf(manifest, names).filter((file) => file !== entry)
  const scripts = [entry, ...others].map((file) => `/${file}`).join(' ')
  return [
    // It asks for the scripts once the page is painted (web/runtime/page-scripts.ts).
    `<script data-files="${scripts}">${inlineScript(assets)}</script>`,
    `<link rel="stylesheet" href="/${manifest[STYLES]?.file ?? ''}">`,
    fontPreload(manifest),
  ].join('')
}

/** Wraps the text of the module in a function, so that its names stay local. */
function inlineScript({ early_presses }: BuiltAssets): string {
  return `(()=>{${early_presses.trim()}})()`
}

const DEV_TAGS = devTags({
  styles: 'storefront/styles.css',
  scripts: [EARLY_PRESSES, ENTRY],
})
