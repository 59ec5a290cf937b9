import { findRunningPostgres, startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { claimDataFolder, DataFolderError } from '#platform/files/data-folder.ts'
import type { Log } from '#platform/observe/log.ts'
import type { ProcessEnd } from '#platform/processes/process-end.ts'

interface ServerSettings {
  data_dir: string
  database_url: string | null
}

/** A database server and a text that says where its data is. */
interface DatabaseServer {
  url: string
  location: string
}

interface ServerDeps {
  log: Log
  end: ProcessEnd
}

/** The server of DATABASE_URL, or else the built-in server, in a data folder claimed for this process. */
export async function openServer(
  { data_dir, database_url }: ServerSettings,
  { log, end }: ServerDeps,
): Promise<DatabaseServer> {
  if (database_url !== null) {
    return { url: database_url, location: `${data_dir} and the database of DATABASE_URL` }
  }
  end.defer(claimDataFolder(data_dir))
  const server = await startEmbeddedPostgres(data_dir, {
    on_progress: (doing) => log.info(doing),
    on_restart: ({ error }) =>
      error === undefined
        ? log.warn('the database had died and was started again')
        : log.error({ err: error }, 'the database died and could not be started again'),
  })
  end.defer(server.stop)
  for (const notice of server.notices) log.warn(notice)
  if (server.adopted) log.info('took over the database that was left running')
  return { url: server.socket_url, location: data_dir }
}

/** The same for a command. It may use the server that a running shop has started. */
export async function openServerBeside(
  settings: ServerSettings,
  deps: ServerDeps,
): Promise<DatabaseServer> {
  try {
    return await openServer(settings, deps)
  } catch (error) {
    const running = error instanceof DataFolderError ? findRunningPostgres(settings.data_dir) : null
    if (running === null) throw error
    return { url: running.url, location: settings.data_dir }
  }
}
