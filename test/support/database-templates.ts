import { Client } from 'pg'

const one_at_a_time = 4_100_002

/** The address of another database on the same server. */
export function addressOf(server_url: string, name: string): string {
  const address = new URL(server_url)
  address.pathname = `/${name}`
  return address.href
}

/** Makes the database `name` once, however many test files ask for it at the same moment. */
export async function createTemplate(
  server_url: string,
  name: string,
  fill: (url: string) => Promise<unknown>,
  from = 'template1',
): Promise<void> {
  await onServer(server_url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [one_at_a_time])
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount !== 0) return
    const unfinished = `${name}_unfinished`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished} template ${from}`)
    await fill(addressOf(server_url, unfinished))
    await client.query(`alter database ${unfinished} rename to ${name}`)
  })
}

/** Runs `work` with a connection to the server's first database. */
export async function onServer<T>(
  server_url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: server_url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
