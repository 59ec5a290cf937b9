import { randomBytes } from 'node:crypto'
import type { Database } from '#db/schema.ts'
import { testPictures } from '#test/pictures/test-pictures.ts'
import { createLog } from '#platform/observe/log.ts'
import { type OutsideCall, outsideCalls } from '#platform/http/outside-call.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import { openStaffWrites, type WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { openGateways, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { openPasswordHasher } from '#shop/identity/password-hasher.ts'
import { createStaffServices, type StaffOffice } from '#shop/staff-services.ts'
import type { Carrier } from '#shop/shipment/carriers/carrier.ts'
import { known_carriers } from '#shop/shipment/carriers/known-carriers.ts'
import { openCarriers, type OpenCarriers } from '#shop/shipment/carriers/open-carriers.ts'
import { type OpenLenders, openLenders } from '#shop/trade/lender/open-lenders.ts'
import { callPlayLender } from '#shop/trade/lender/play-lender.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'

interface ProviderOptions {
  db: Database
  now: () => Date
  gateways: readonly Gateway[]
  mode?: 'demo' | 'live'
  /** Timeout of a provider's answer in milliseconds. */
  limit_ms?: number
  /** Answers calls to the hosts of sandbox providers. */
  sandbox?: OutsideCall
}

/** A secret box with a random key. */
export function testBox() {
  const secret_key = randomBytes(32).toString('hex')
  return secretBox({ secret_key, data_dir: '/nowhere' }, 'gateways')
}

/** Creates the dependencies of payment jobs and staff operations, for tests without an HTTP server. */
export async function testProviders(
  { db, now, gateways, mode = 'demo', limit_ms = 10_000, sandbox }: ProviderOptions,
  box = testBox(),
): Promise<ProviderDeps> {
  const log = createLog({ service: 'test', level: 'silent' })
  const send = outsideCalls({ now, limit_ms })
  const opened = await openGateways({
    ...{ db, now, log, mode, box, gateways, send },
    ...(sandbox === undefined ? {} : { sandbox }),
  })
  const public_url = 'https://shop.example'
  return { db, now, log, gateways: opened, public_url, late_money_days: 7 }
}

/** A password costs a fortieth of what it costs in the shop: tests set hundreds. */
export const low_cost = { memory: 512, passes: 1, parallelism: 1 }

/** Keys of people, the same for all services of a test. */
export const test_person_keys = openPersonKeys({
  secret_key: randomBytes(32).toString('hex'),
  data_dir: '/nowhere',
})

/** Opens the writes of staff, for tests of one service. */
export function testWrites(deps: { db: Database; now: () => Date }): WriteAsStaff {
  return openStaffWrites({ ...deps, person_keys: test_person_keys })
}

interface CarrierOptions {
  db: Database
  now: () => Date
  mode?: 'demo' | 'live'
  carriers?: readonly Carrier[]
  play?: OutsideCall
}

/** Carriers for tests without an HTTP server. */
export function testCarriers(
  { carriers = known_carriers, mode = 'demo', ...given }: CarrierOptions,
  box = testBox(),
): OpenCarriers {
  const log = createLog({ service: 'test', level: 'silent' })
  const send = outsideCalls({ now: given.now, limit_ms: 300 })
  return openCarriers({ ...given, log, mode, box, carriers, send })
}

/** Companies that lend, played by the built-in one. */
export function testLenders({ db, now }: { db: Database; now: () => Date }): OpenLenders {
  const send = outsideCalls({ now, limit_ms: 300 })
  const play = callPlayLender({ db, now })
  return openLenders({ mode: 'demo', box: testBox(), demo_key: 'd'.repeat(64), send, play })
}

/** Services of staff, for tests without an HTTP server. */
export function staffOffice(
  providers: ProviderDeps,
  mode: 'demo' | 'live' = 'demo',
  carriers = testCarriers({ ...providers, mode }),
  pictures = testPictures(),
  card_box = testBox(),
): StaffOffice {
  const boxes = { box: testBox(), staff_box: testBox(), person_keys: test_person_keys }
  const company = { name: 'C', address: 'A', email: 'c@shop.example' }
  const sender = { name: 'Tiệm', hotline: '1800', public_url: providers.public_url, company }
  const shown = { shop_name: 'Tiệm', sender, reserved_paths: ['cart', 'noi-bo'], mode, check: true }
  const hasher = openPasswordHasher(low_cost)
  const card_files = { pictures, card_box }
  const loans = {
    person_keys: test_person_keys,
    lenders: testLenders(providers),
    paper_files: { pictures, card_box },
  }
  return createStaffServices({ providers, carriers, card_files, loans, hasher, ...boxes, ...shown })
}
