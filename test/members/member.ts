import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { insertMemberSession } from '#shop/identity/member-session-store.ts'
import { insertMember } from '#shop/identity/member-store.ts'
import { memberTokenExpiry, newMemberToken, tokenHash } from '#shop/identity/session.ts'

/** A member with a live session, as apps (`bearer`) and browsers (`cookie`) send it. */
export interface TestMember {
  customer_id: CustomerId
  phone: string
  token: string
  bearer: { authorization: string }
  cookie: { cookie: string }
}

interface MemberOptions {
  /** E.164. Each member needs a phone of their own. */
  phone?: string
  name?: string
  email?: string
  birthday?: string
  now?: Date
}

/** Makes a member in a test's database and signs them in. */
export async function newMember(
  db: Database,
  { phone = '+84912345678', name = 'Nguyễn Văn An', now = new Date(), ...rest }: MemberOptions = {},
): Promise<TestMember> {
  const customer_id = await db
    .transaction()
    .execute((tx) => insertMember(tx, { phone, name, ...rest }, now))
  if (customer_id === null) throw new Error(`${phone} has a member already`)
  const token = await newMemberSession(db, customer_id, now)
  return {
    ...{ customer_id, phone, token },
    bearer: { authorization: `Bearer ${token}` },
    cookie: { cookie: `member_token=${token}` },
  }
}

/** Signs a member in on one more device. Returns the token. */
export async function newMemberSession(
  db: Database,
  customer_id: CustomerId,
  now = new Date(),
): Promise<string> {
  const token = newMemberToken()
  const place = { address: '127.0.0.1', device: 'a browser of the tests' }
  const times = { now, expires_at: memberTokenExpiry(now), confirmed_at: now }
  await insertMemberSession(db, { token_hash: tokenHash(token), customer_id, ...times, ...place })
  return token
}
