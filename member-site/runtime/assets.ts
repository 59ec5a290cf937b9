import { readFileSync } from 'node:fs'
import type { Manifest } from '#web/runtime/build-manifest.ts'

/** The source of the files for the browser: the manifest of a build, or Vite's development server. */
export type MemberAssets = { kind: 'built'; manifest: Manifest } | { kind: 'dev' }

const captcha = 'member-site/browser/entry-captcha.ts'

/** The assets built by member-site/vite.config.ts. */
export function builtMemberAssets(): MemberAssets {
  const text = readFileSync('dist/member-site/manifest.json', 'utf8')
  return { kind: 'built', manifest: JSON.parse(text) }
}

/** Tags for the head: the stylesheet, and the script of a captcha if the page shows one. */
export function headTags(assets: MemberAssets, has_captcha: boolean): string {
  const file = (name: string, dev: string) =>
    assets.kind === 'dev' ? dev : (assets.manifest[name]?.file ?? '')
  const styles = `<link rel="stylesheet" href="/${file('style.css', 'member-site/styles.css?direct')}">`
  return has_captcha
    ? `${styles}<script type="module" src="/${file(captcha, captcha)}"></script>`
    : styles
}
