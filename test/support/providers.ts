import { randomBytes } from 'node:crypto'
import type { Database } from '#db/schema.ts'
import { createLog } from '#platform/observe/log.ts'
import { type OutsideCall, outsideCalls } from '#platform/http/outside-call.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { openGateways, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'

interface Given {
  db: Database
  now: () => Date
  gateways: readonly Gateway[]
  mode?: 'demo' | 'live'
  /** How long a provider is waited for. */
  limit_ms?: number
  /** Who plays the hosts of test providers. */
  play?: OutsideCall
}

/** A box whose key lasts as long as the test. */
export function testBox() {
  const secret_key = randomBytes(32).toString('hex')
  return secretBox({ secret_key, data_dir: '/nowhere' }, 'gateways')
}

/** What the shop works with towards providers, for jobs and desks that have no door. */
export async function testProviders(
  { db, now, gateways, mode = 'demo', limit_ms = 10_000, play }: Given,
  box = testBox(),
): Promise<ProviderDeps> {
  const log = createLog({ service: 'test', level: 'silent' })
  const send = outsideCalls({ now, limit_ms })
  const opened = await openGateways({
    ...{ db, now, log, mode, box, gateways, send },
    ...(play === undefined ? {} : { play }),
  })
  return { db, now, log, gateways: opened, public_url: 'https://shop.example' }
}
