import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { secretBox } from '#platform/files/secret-box.ts'
import { otpLabel } from '#shop/identity/otp/otp.ts'
import { knockAsHost } from '#test/members/knock-as-host.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

export const member_url = 'http://smember.localhost:3000'
const host = 'smember.localhost:3000'
const secret_key = 'k'.repeat(40)

interface Answer {
  status: number
  headers: Headers
  text: string
}

type Fields = Record<string, string>

/** A shop whose member site is called by its host name. Call once at the top of a file. */
export function atMemberSite(env: Record<string, string> = {}, now: () => Date = () => new Date()) {
  let own: TestDatabase
  let door: Door
  beforeAll(async () => {
    own = await testDatabase()
    door = await openDoor(own, { env: { SECRET_KEY: secret_key, ...env }, now })
  })
  afterAll(async () => {
    await door.close()
    await own.close()
  })
  beforeEach(async () => {
    await sql`truncate member, member_passkey, otp, outbox`.execute(own.db)
  })
  const knock = async (method: string, path: string, headers: Fields, body?: string) => {
    const sent = { method, headers, ...(body === undefined ? {} : { body }) }
    const answer = await knockAsHost(door.url + path, host, sent)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return {
    get own() {
      return own
    },
    get db() {
      return own.db
    },
    get door() {
      return door
    },
    get: (path: string, headers: Fields = {}): Promise<Answer> => knock('GET', path, headers),
    /** Sends a form of the site's own pages. */
    post: (path: string, fields: Fields, headers: Fields = {}): Promise<Answer> =>
      knock(
        'POST',
        path,
        {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        new URLSearchParams(fields).toString(),
      ),
    /** Reads the code of the newest message, with the shop's own key. */
    newestCode: async (phone?: string): Promise<string> => {
      const newest = own.db
        .selectFrom('otp')
        .select(['sealed_code', 'token_hash', 'purpose'])
        .orderBy('otp_id', 'desc')
      const of_phone = phone === undefined ? newest : newest.where('phone', '=', phone)
      const row = await of_phone.executeTakeFirstOrThrow()
      const label = otpLabel(row.token_hash, row.purpose)
      const box = secretBox({ secret_key, data_dir: '/nowhere' }, 'otp')
      return box.open(row.sealed_code, label) ?? ''
    },
  }
}

/** The cookies that an answer sets, as the next request sends them. */
export function cookiesOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';')[0])
    .join('; ')
}
