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

/** A server of somebody else, as a DATABASE_URL names it: nobody but the fault starts it again. */
export interface OwnPostgres {
  url: string
  pid: () => number
  restart: () => Promise<void>
  close: () => void
}

export async function openOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-fault-db-'))
  const made = await startEmbeddedPostgres(folder)
  const place = chooseInstallation(folder)
  const data = join(place.home, 'data')
  const port = Number(new URL(made.url).port)
  // Its keeper goes with it: from here on it stays down when it falls.
  made.stop()
  const restart = async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        disownServer(data)
        await startServer(place, data, port, {})
        return
      } catch (error) {
        if (attempt > 200 || !/in use|bind/.test(String(error))) throw error
      }
    }
  }
  await restart()
  return {
    url: made.url,
    pid: () => liveServer(data)?.pid ?? 0,
    restart,
    close: () => {
      stopServer(place, data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
