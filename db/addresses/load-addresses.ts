import type { Client } from 'pg'
import {
  type DatasetFiles,
  dataset_version,
  datasetOf,
  readDatasetFiles,
} from '#db/addresses/dataset.ts'

const loading_lock = 7_304_201_947

/**
 * Fills the tables of administrative units if the vendored files changed since the last start; otherwise
 * it only reads the fingerprint. Returns the version that was loaded, or null. Takes less than a second.
 */
export async function loadAddresses(client: Client): Promise<string | null> {
  const files = await readDatasetFiles()
  if (await isLoaded(client, files)) return null
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [loading_lock])
    const isStale = !(await isLoaded(client, files))
    if (isStale) await replaceUnits(client, files)
    await client.query('commit')
    return isStale ? dataset_version : null
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function isLoaded(client: Client, { fingerprint }: DatasetFiles): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from reference_data where name = 'addresses' and fingerprint = $1",
    [fingerprint],
  )
  return rowCount !== 0
}

/** Replaces all rows. Addresses of orders store their own texts, so nothing references these rows. */
async function replaceUnits(client: Client, files: DatasetFiles): Promise<void> {
  const tables = datasetOf(files)
  const names = Object.keys(tables) as (keyof typeof tables)[]
  for (const name of names.toReversed()) await client.query(`delete from ${name}`)
  for (const name of names) {
    await client.query(
      `insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`,
      [JSON.stringify(tables[name])],
    )
  }
  await client.query(
    `insert into reference_data (name, version, fingerprint) values ('addresses', $1, $2)
     on conflict (name) do update
       set version = excluded.version, fingerprint = excluded.fingerprint, loaded_at = now()`,
    [dataset_version, files.fingerprint],
  )
  for (const name of names) await client.query(`analyze ${name}`)
}
