import { readFileSync } from 'node:fs'
import { pageFile } from '#admin/runtime/modules.ts'
import { type Manifest, filesOf } from '#web/runtime/build-manifest.ts'
import { devTags } from '#web/runtime/dev-tags.ts'

/** Where the browser's files come from: a build's manifest, or Vite's own server. */
export type StaffAssets = { kind: 'built'; manifest: Manifest } | { kind: 'dev' }

const entry = 'admin/runtime/browser/entry-client.tsx'

/** All styles are one file. */
const styles = 'style.css'

/** What admin/vite.config.ts built. */
export function builtStaffAssets(): StaffAssets {
  return { kind: 'built', manifest: JSON.parse(readFileSync('dist/admin/manifest.json', 'utf8')) }
}

/** Tags for the head: styles and the scripts of exactly this page. */
export function assetTags(assets: StaffAssets, page: string): string {
  if (assets.kind === 'dev') return dev_tags
  const { manifest } = assets
  const file = manifest[entry]?.file ?? ''
  const others = filesOf(manifest, [entry, pageFile(page)]).filter((name) => name !== file)
  return [
    `<link rel="stylesheet" href="/${manifest[styles]?.file ?? ''}">`,
    ...others.map((name) => `<link rel="modulepreload" href="/${name}">`),
    `<script type="module" src="/${file}"></script>`,
  ].join('')
}

const dev_tags = devTags({ styles: 'admin/styles.css', scripts: [entry] })
