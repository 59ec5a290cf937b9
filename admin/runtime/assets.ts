import { readFileSync } from 'node:fs'
import { pageFile } from '#admin/runtime/modules.ts'
import { filesOf, fontPreload, type Manifest } from '#web/runtime/build-manifest.ts'
import { devTags } from '#web/runtime/dev-tags.ts'

/** The source of the files for the browser: the manifest of a build, or Vite's development server. */
export type StaffAssets = { kind: 'built'; manifest: Manifest } | { kind: 'dev' }

const entry = 'admin/runtime/browser/entry-client.tsx'

/** The manifest's name of the one stylesheet. */
const styles = 'style.css'

/** The assets built by admin/vite.config.ts. */
export function builtStaffAssets(): StaffAssets {
  return { kind: 'built', manifest: JSON.parse(readFileSync('dist/admin/manifest.json', 'utf8')) }
}

/** Tags for the head: the stylesheet and exactly the scripts of this page. */
export function assetTags(assets: StaffAssets, page: string): string {
  if (assets.kind === 'dev') return dev_tags
  const { manifest } = assets
  const file = manifest[entry]?.file ?? ''
  const preloads = filesOf(manifest, [entry, pageFile(page)]).filter((name) => name !== file)
  return [
    `<link rel="stylesheet" href="/${manifest[styles]?.file ?? ''}">`,
    fontPreload(manifest),
    ...preloads.map((name) => `<link rel="modulepreload" href="/${name}">`),
    `<script type="module" src="/${file}"></script>`,
  ].join('')
}

/** The URL of the module of a page. */
export function pageUrl(assets: StaffAssets, page: string): string {
  const source = pageFile(page)
  return `/${assets.kind === 'dev' ? source : (assets.manifest[source]?.file ?? '')}`
}

/** The stylesheet alone, for pages without scripts. */
export function styleTags(assets: StaffAssets): string {
  if (assets.kind === 'dev') return '<link rel="stylesheet" href="/admin/styles.css?direct">'
  return `<link rel="stylesheet" href="/${assets.manifest[styles]?.file ?? ''}">`
}

/** The script of a page that is not a staff page, by its source file. */
export function scriptTag(assets: StaffAssets, source: string): string {
  const file = assets.kind === 'dev' ? source : (assets.manifest[source]?.file ?? '')
  return `<script type="module" src="/${file}"></script>`
}

const dev_tags = devTags({ styles: 'admin/styles.css', scripts: [entry] })
