import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createServer } from 'vite'
import { loadAddresses } from '#db/addresses/load-addresses.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { onServer } from '#test/support/database-templates.ts'
import { nounOf } from '#test/laws/import-graph.ts'
import { scriptsRunBy } from '#test/trace/coverage.ts'
import type { openFlashPurchase } from '#test/trace/flash-purchase.ts'

/**
 * `node test/trace-purchase.ts [--list]` prints through how many files of the project one flash purchase runs:
 * cart, quote, address, order, payment at VNPAY's sandbox, its notification, cancellation by the shopper, and
 * refund. A file is counted if one of its functions runs meanwhile, by the call counts of V8. Files with only
 * types or constants are not counted. The shop is called at its HTTP addresses, like the scripts of a browser:
 * pages are not rendered, and code that only starts the process has run before.
 */
async function main(with_list: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-trace-'))
  const server = await startEmbeddedPostgres(folder)
  // Vite loads the app as in development, because Node does not run TSX.
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null },
  })
  try {
    await migrate(server.url, 'db/migrations')
    await onServer(server.url, loadAddresses)
    const module = (await vite.ssrLoadModule('/test/trace/flash-purchase.ts')) as {
      openFlashPurchase: typeof openFlashPurchase
    }
    const purchase = await module.openFlashPurchase(server.url, folder)
    const files = filesOf(await scriptsRunBy(purchase.buy))
    await purchase.close()
    print(files, with_list)
  } finally {
    await vite.close()
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Files of the project that Vite loaded, without libraries and tests. Files of this script have URLs
 * instead of paths.
 */
function filesOf(scripts: readonly string[]): string[] {
  return [...new Set(scripts.map((path) => relative('.', resolve(path))))]
    .filter((path) => /\.tsx?$/.test(path) && !/^(\.\.|file:|node_modules|test)\//.test(path))
    .sort()
}

function print(files: readonly string[], with_list: boolean): void {
  const modules = Map.groupBy(files, (path) => nounOf(path) ?? path.split('/')[0] ?? '')
  for (const [name, files_of_module] of [...modules].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`${String(files_of_module.length).padStart(4)}  ${name}`)
    if (with_list) for (const path of files_of_module) console.log(`        ${path}`)
  }
  console.log(`${String(files.length).padStart(4)}  files in all`)
}

await main(process.argv.includes('--list'))
