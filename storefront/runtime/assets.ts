import { layoutFile, pageFile } from '#storefront/runtime/modules.ts'
import type { Layout } from '#storefront/addresses/addresses.ts'

const ENTRY = 'storefront/runtime/browser/entry-client.tsx'
const FIRST = 'storefront/runtime/browser/first-script.ts'

/** All styles are one file. */
const STYLES = 'style.css'

interface ManifestChunk {
  file: string
  imports?: string[]
}
export type Manifest = Readonly<Record<string, ManifestChunk>>

/** Where the browser's files come from: a build with its manifest, or Vite's own server. */
export type Assets = { kind: 'built'; manifest: Manifest; build: Build } | { kind: 'dev' }

/** Which build of the browser's files this is (spec §7 build metadata); `time` is an ISO instant. */
export interface Build {
  id: string
  time: string
}

/** The build that pages are served from; while developing there is only ever one. */
export function buildOf(assets: Assets): Build {
  return assets.kind === 'built' ? assets.build : { id: 'dev', time: new Date(0).toISOString() }
}

/**
 * Tags for the head: styles, the first script, and by name the files of exactly this page, which it
 * fetches when the page stands (decisions/068).
 */
export function assetTags(assets: Assets, page: string | null, layout: Layout): string {
  if (assets.kind === 'dev') return DEV_TAGS
  const key = `${page ?? ''}|${layout}`
  const tags = tagCache.get(assets.manifest)?.get(key) ?? builtTags(assets.manifest, page, layout)
  const cache = tagCache.get(assets.manifest) ?? new Map<string, string>()
  tagCache.set(assets.manifest, cache.set(key, tags))
  return tags
}

/** All letters of the shop. */
const EARLY_FONTS = /be-vietnam-pro-(500|700)\.woff2$/

const tagCache = new WeakMap<Manifest, Map<string, string>>()

function builtTags(manifest: Manifest, page: string | null, layout: Layout): string {
  const names = [ENTRY, layoutFile(layout), ...(page === null ? [] : [pageFile(page)])]
  const chunks = closure(manifest, names)
  const first = manifest[FIRST]?.file ?? ''
  const later = chunks.map(({ file }) => `/${file}`).filter((file) => file !== `/${first}`)
  return [
    `<link rel="stylesheet" href="/${manifest[STYLES]?.file ?? ''}">`,
    ...Object.keys(manifest)
      .filter((name) => EARLY_FONTS.test(name))
      .map((name) => fontPreload(manifest[name]?.file ?? '')),
    // Before the first paint, so that no picture is asked for too early; it is small.
    `<script type="module" blocking="render" src="/${first}" data-files="${later.join(' ')}"></script>`,
  ].join('')
}

/** Asked for with the page, letters are there for its first paint or not at all (font-display: optional). */
function fontPreload(file: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}

/** All files that the named ones need, each after those it needs itself. */
function closure(manifest: Manifest, names: string[]): ManifestChunk[] {
  const seen = new Set<string>()
  const chunks: ManifestChunk[] = []
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const imported of chunk.imports ?? []) visit(imported)
    chunks.push(chunk)
  }
  for (const name of names) visit(name)
  return chunks
}

/** Vite's client and React's Fast Refresh; only the development CSP lets this inline script run. */
const DEV_TAGS = `<link rel="stylesheet" href="/storefront/styles.css?direct"><script type="module">
import RefreshRuntime from '/@react-refresh'
RefreshRuntime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
window.__vite_plugin_react_preamble_installed__ = true
</script><script type="module" src="/@vite/client"></script><script type="module" src="/${FIRST}" data-files="/${ENTRY}"></script>`
