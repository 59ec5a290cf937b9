import { readFileSync } from 'node:fs'
import { fontPreload, type Manifest } from '#web/runtime/build-manifest.ts'

/** The source of the files for the browser: the manifest of a build, or Vite's development server. */
export type MemberAssets = { kind: 'built'; manifest: Manifest } | { kind: 'dev' }

const scripts = {
  one_tap: 'member-site/browser/entry-one-tap.ts',
  captcha: 'member-site/browser/entry-captcha.ts',
  passkey: 'member-site/browser/entry-passkey.ts',
} as const

/** A script that single pages have. */
export type PageScript = keyof typeof scripts

/** The assets built by member-site/vite.config.ts. */
export function builtMemberAssets(): MemberAssets {
  const text = readFileSync('dist/member-site/manifest.json', 'utf8')
  return { kind: 'built', manifest: JSON.parse(text) }
}

/** Tags for the head: the stylesheet, and the scripts of the page if it has any. */
export function headTags(assets: MemberAssets, page_scripts: readonly PageScript[]): string {
  const file = (name: string, dev: string) =>
    assets.kind === 'dev' ? dev : (assets.manifest[name]?.file ?? '')
  const styles = `<link rel="stylesheet" href="/${file('style.css', 'member-site/styles.css?direct')}">`
  const tags = page_scripts.map((name) => {
    return `<script type="module" src="/${file(scripts[name], scripts[name])}"></script>`
  })
  const font = assets.kind === 'dev' ? '' : fontPreload(assets.manifest)
  return [styles, font, ...tags].join('')
}
