import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { chooseInstallation } from '#platform/database/embedded-postgres-location.ts'
import {
  disownServer,
  liveServer,
  startServer,
  stopServer,
} from '#platform/database/embedded-postgres-process.ts'

/** An external server, as for DATABASE_URL. Only the fault test starts it again. */
interface OwnPostgres {
  url: string
  pid: () => number
  restart: () => Promise<void>
  close: () => void
}

export async function openOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-fault-db-'))
  const started = await startEmbeddedPostgres(folder)
  const installation = chooseInstallation(folder)
  const data = join(installation.home, 'data')
  const port = Number(new URL(started.url).port)
  // This also stops its watcher: from here on a server that is killed stays down.
  started.stop()
  const restart = async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        disownServer(data)
        await startServer(installation, data, port, {})
        return
      } catch (error) {
        if (attempt > 200 || !/in use|bind/.test(String(error))) throw error
      }
    }
  }
  await restart()
  return {
    url: started.url,
    pid: () => liveServer(data)?.pid ?? 0,
    restart,
    close: () => {
      stopServer(installation, data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
