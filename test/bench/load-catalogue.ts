import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { loadToolConfig } from '#config/tools.ts'

const products = 'db/seed/load/scale-catalog.ndjson.gz'

/** Imports the 45,487 products of the load catalogue into a data folder, in addition to the demo products. */
export async function importLoadCatalogue(data_dir: string): Promise<void> {
  const started = performance.now()
  const env = {
    PATH: loadToolConfig().search_path.join(':'),
    DATA_DIR: data_dir,
    LOG_LEVEL: 'warn',
  }
  const command = [resolve('main.ts'), 'import', products, '--stock', '10']
  await promisify(execFile)(process.execPath, command, { env, maxBuffer: 2 ** 24 })
  console.log(`${products} imported: ${((performance.now() - started) / 1_000).toFixed(0)} s`)
}
