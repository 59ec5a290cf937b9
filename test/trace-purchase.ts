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
 * `node test/trace-purchase.ts [--list]`: through how many files of the project one flash purchase runs,
 * from the button to the refund: into the cart, quote, address, order, payment at VNPAY's sandbox, its
 * notice, paid, cancelled by the shopper, refunded. Counted are the files of which a function runs
 * meanwhile, as V8 counts calls; files of types and of constants alone run nothing. The shop is asked at
 * its HTTP addresses, as a browser's scripts ask it: pages are not drawn, and what only starts the
 * process has run before.
 */
async function main(with_list: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-trace-'))
  const server = await startEmbeddedPostgres(folder)
  // Vite loads the app as in development: Node alone runs no TSX.
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null },
  })
  try {
    await migrate(server.url, 'db/migrations')
    await onServer(server.url, loadAddresses)
    const story = (await vite.ssrLoadModule('/test/trace/flash-purchase.ts')) as {
      openFlashPurchase: typeof openFlashPurchase
    }
    const purchase = await story.openFlashPurchase(server.url)
    const files = filesOf(await scriptsRunBy(purchase.buy))
    await purchase.close()
    print(files, with_list)
  } finally {
    await vite.close()
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Files of the project that Vite loaded, without libraries and tests; this script's own bear URLs. */
function filesOf(scripts: readonly string[]): string[] {
  return [...new Set(scripts.map((path) => relative('.', resolve(path))))]
    .filter((path) => /\.tsx?$/.test(path) && !/^(\.\.|file:|node_modules|test)\//.test(path))
    .sort()
}

function print(files: readonly string[], with_list: boolean): void {
  const modules = Map.groupBy(files, (path) => nounOf(path) ?? path.split('/')[0] ?? '')
  for (const [name, some] of [...modules].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`${String(some.length).padStart(4)}  ${name}`)
    if (with_list) for (const path of some) console.log(`        ${path}`)
  }
  console.log(`${String(files.length).padStart(4)}  files in all`)
}

await main(process.argv.includes('--list'))
