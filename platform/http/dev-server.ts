import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { ViteDevServer } from 'vite'
import type { Log } from '#platform/observe/log.ts'

export type App = {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  close: () => Promise<void>
}

type Options = {
  /** The folder that contains app.ts. */
  root: string
  listener: Server
  log: Log
  /** Creates the app from a freshly loaded module graph. */
  createApp: (module: unknown) => Promise<App>
}

const debounce_ms = 40

/** Event sent to the browser when server code changed, so that the page loads its data again. */
const server_changed = 'tiem:server-changed'

/**
 * The app in development. Vite serves the browser's files (Fast Refresh keeps the state of the page). After
 * an edit of server code the next request gets a freshly loaded app on the same database.
 */
export async function createDevApp({ root, listener, log, createApp }: Options): Promise<App> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: listener } },
  })
  const load = async () => createApp(await vite.ssrLoadModule('/app.ts'))
  let current = await load()
  let loading = Promise.resolve()
  const reload = async () => {
    try {
      const fresh = await load()
      const old = current
      current = fresh
      await old.close()
      vite.ws.send({ type: 'custom', event: server_changed })
      log.info('server code reloaded')
    } catch (error) {
      log.error(`server code not reloaded, the last good one still runs: ${explained(error)}`)
    }
  }
  let is_due = false
  vite.watcher.on('change', (file) => {
    if (is_due || !isServerModule(vite, file)) return
    is_due = true
    // An editor or a branch switch saves many files at the same time: they cause one reload.
    loading = Promise.all([loading, sleep(debounce_ms)]).then(() => {
      is_due = false
      return reload()
    })
  })
  return {
    handle: (request, response) => {
      vite.middlewares(request, response, () => {
        void loading.then(() => current.handle(request, response))
      })
    },
    close: async () => {
      await vite.close()
      await current.close()
    },
  }
}

function isServerModule(vite: ViteDevServer, file: string): boolean {
  const modules = vite.environments.ssr?.moduleGraph.getModulesByFile(file)
  return modules !== undefined && modules.size > 0
}

// Errors of Vite contain the whole source. The message alone has file, line and reason.
function explained(error: unknown): string {
  return stripVTControlCharacters(error instanceof Error ? error.message : String(error))
}
