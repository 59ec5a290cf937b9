import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { loadToolConfig } from '#config/tools.ts'

const products = 'db/seed/load/scale-catalog.ndjson.gz'

/**
 * Imports products of the load catalogue into a data folder, in addition to the demo products: all 45,487, or
 * the first ones.
 */
export async function importLoadCatalogue(data_dir: string, first?: number): Promise<void> {
  const started = performance.now()
  const env = {
    PATH: loadToolConfig().search_path.join(':'),
    DATA_DIR: data_dir,
    LOG_LEVEL: 'warn',
  }
  const file = first === undefined ? products : firstProducts(first, data_dir)
  const command = [resolve('main.ts'), 'import', file, '--stock', '10']
  await promisify(execFile)(process.execPath, command, { env, maxBuffer: 2 ** 24 })
  console.log(`${file} imported: ${((performance.now() - started) / 1_000).toFixed(0)} s`)
}

/** Writes the first products of the load catalogue to a file of their own. Returns its path. */
function firstProducts(count: number, data_dir: string): string {
  const lines = gunzipSync(readFileSync(products)).toString().split('\n')
  const file = join(data_dir, `first-${count}.ndjson`)
  writeFileSync(file, lines.slice(0, count).join('\n'))
  return file
}
