import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** There is no build to be served. The message gives the remedy. */
export class BuildMissing extends Error {
  override readonly name = 'BuildMissing'
}

/** The module of the built server. Throws BuildMissing. */
export async function loadBuiltApp(root: string): Promise<unknown> {
  const file = join(root, 'dist', 'server', 'app.js')
  if (!existsSync(file)) throw new BuildMissing('The shop is not built yet. Run: npm start')
  return import(pathToFileURL(file).href)
}

/**
 * The built files of the browser. A build is identified by the hash of its manifest, which names all files.
 */
export function builtAssets(root: string) {
  const file = join(root, 'dist', 'client', 'manifest.json')
  const text = readFileSync(file, 'utf8')
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const build = { id, time: statSync(file).mtime.toISOString() }
  const manifest = JSON.parse(text)
  const early_presses = readFileSync(
    join(root, 'dist', 'client', manifest['web/runtime/early-presses.ts'].file),
    'utf8',
  )
  return { kind: 'built' as const, manifest, build, early_presses }
}
