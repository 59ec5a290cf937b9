import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '#db/schema.ts'
import { type FileStore, FileStoreError } from '#platform/files/files-port.ts'
import type { Log } from '#platform/observe/log.ts'
import { insertOptOut } from '#shop/cart/abandoned-cart-store.ts'
import { insertRefusalAgain } from '#shop/consent/consent-store.ts'
import { setPushOffers } from '#shop/flows/notices/campaigns/audience-store.ts'

/**
 * A refusal of advertising, in the store of files: a restored backup does not replace it (decision 364). It names its
 * person as the database does, by a number or a hash.
 */
const RefusalRecord = z.object({
  refused_at: z.iso.datetime(),
  purpose: z.enum(['mail', 'zalo', 'push']),
  customer_id: z.int().nullable(),
  /** The hash of the address that wants no mail, in hex. */
  email_hash: z.hex().nullable(),
  /** The browser that wants no offers; null for all of the customer. */
  browser: z.string().nullable(),
})

type Refusal = Pick<z.infer<typeof RefusalRecord>, 'purpose' | 'customer_id'> & {
  email_hash?: Buffer | null
  browser?: string | null
  refused_at: Date
}

export interface RefusalDeps {
  files: FileStore
  log: Log
}

const folder = 'refusals/'

/** Stores a refusal that the database knows already. Without the store of files it counts all the same. */
export async function storeRefusal(
  { files, log }: RefusalDeps,
  { refused_at, purpose, customer_id, email_hash, browser = null }: Refusal,
): Promise<void> {
  const day = refused_at.toISOString().slice(0, 10)
  const record: z.infer<typeof RefusalRecord> = {
    ...{ refused_at: refused_at.toISOString(), purpose, customer_id, browser },
    email_hash: email_hash?.toString('hex') ?? null,
  }
  try {
    const bytes = Buffer.from(JSON.stringify(record))
    await files.put(`${folder}${day}-${randomBytes(8).toString('hex')}.json`, bytes)
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    log.error({ err: error }, 'a refusal of advertising would be lost by a restore')
  }
}

/** Refuses again what was refused after `since`, in a database that was restored from a backup of then. Returns how many. */
export async function redoRefusals(tx: Tx, files: FileStore, since: Date): Promise<number> {
  let redone = 0
  // Names begin with their day.
  const first_day = `${folder}${since.toISOString().slice(0, 10)}`
  for await (const name of files.list(folder)) {
    if (name < first_day) continue
    const text = (await files.get(name))?.toString('utf8') ?? ''
    const { refused_at, purpose, customer_id, email_hash, browser } = RefusalRecord.parse(
      JSON.parse(text),
    )
    const at = new Date(refused_at)
    if (at <= since) continue
    if (email_hash !== null) await insertOptOut(tx, Buffer.from(email_hash, 'hex'), at)
    if (browser !== null) await setPushOffers(tx, { recipient: browser }, null)
    else if (purpose === 'push' && customer_id !== null)
      await setPushOffers(tx, { customer_id }, null)
    if (customer_id !== null) await insertRefusalAgain(tx, { customer_id, purpose, chosen_at: at })
    redone += 1
  }
  return redone
}
