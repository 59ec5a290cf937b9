import { join } from 'node:path'
import { Client } from 'pg'
import { loadAddresses } from '#db/addresses/load-addresses.ts'
import { redateOffers } from '#db/seed/redate-offers.ts'
import type { Tables } from '#db/schema.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Now } from '#platform/clock.ts'

type Options = {
  seed: 'demo' | 'none'
  /** Updates the dates of the demo's offers. True when the shop starts. */
  is_opening?: boolean
  now: Now
  on_progress: (doing: string) => void
}

const seed_lock = 7_304_201_946

/**
 * Migrates the database at `url` and loads the administrative units if they changed. With `seed: 'demo'` it
 * seeds the demo shop if there are no products, and updates the dates of its offers if `is_opening`.
 */
export async function readyDatabase(url: string, options: Options): Promise<void> {
  const applied = await migrate(url, join(import.meta.dirname, 'migrations'))
  if (applied.length > 0) options.on_progress(`database brought up to date: ${applied.join(', ')}`)
  await readyAddresses(url, options)
  if (options.seed === 'demo') await seedWhenEmpty(url, options)
}

async function readyAddresses(url: string, { on_progress }: Pick<Options, 'on_progress'>) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const version = await loadAddresses(client)
    if (version !== null) on_progress(`administrative units of ${version} loaded`)
  } finally {
    await client.end()
  }
}

async function seedWhenEmpty(
  url: string,
  { now, on_progress, is_opening }: Options,
): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // Two processes may start at once on a shared server: the second waits and then finds products.
    await client.query('select pg_advisory_lock($1)', [seed_lock])
    const { rowCount } = await client.query('select 1 from product limit 1')
    if (rowCount === 0) await seed(url, { now, on_progress })
    else if (is_opening === true) await addOffers(client, url, { now, on_progress })
    if (is_opening === true) await redateOffers(client, now())
  } finally {
    await client.end()
  }
}

/**
 * Adds the offers to a demo shop that was seeded before offers existed. Checks cheaply, because it runs at every start.
 */
async function addOffers(
  client: Client,
  url: string,
  { now, on_progress }: Pick<Options, 'now' | 'on_progress'>,
): Promise<void> {
  const { rowCount } = await client.query('select 1 from promotion limit 1')
  if (rowCount !== 0) return
  const { openDatabase } = await import('#platform/database/postgres.ts')
  const { seedMissingOffers } = await import('#db/seed/missing-offers.ts')
  const db = openDatabase<Tables>(url, { max: 4 })
  const is_done = await seedMissingOffers(db, { now }).finally(() => db.destroy())
  if (is_done) on_progress('demo shop: promotions and flash sales added')
}

async function seed(url: string, options: Pick<Options, 'now' | 'on_progress'>): Promise<void> {
  const { openDatabase } = await import('#platform/database/postgres.ts')
  const { seedDemoShop } = await import('#db/seed/seed.ts')
  const db = openDatabase<Tables>(url, { max: 4 })
  await seedDemoShop(db, options).finally(() => db.destroy())
}
