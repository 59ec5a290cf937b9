import { randomBytes } from 'node:crypto'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { StaffOffice } from '#shop/staff-services.ts'
import { SoftwarePasskey } from '#test/passkeys/software-passkey.ts'

interface Scene {
  db: Database
  office: StaffOffice
  actor: StaffActor
  /** Opens a session of the actor: the first of all. */
  begin: () => Promise<unknown>
}

/** What to call each operation about passkeys with, so that it writes. */
export function inputsOfPasskeys(scene: () => Scene) {
  const challengeFor = async (purpose: 'add' | 'confirm') => {
    const { db, actor, begin } = scene()
    const { staff_session_id } = actor
    const sessions = db.selectFrom('staff_session').select('staff_session_id')
    const open = sessions.where('staff_session_id', '=', staff_session_id)
    if ((await open.executeTakeFirst()) === undefined) await begin()
    const challenge = randomBytes(32)
    const expires_at = new Date('2100-01-01')
    const stored = { challenge, purpose, staff_session_id, attempt_hash: null, address: '' }
    await db
      .insertInto('staff_passkey_challenge')
      .values({ ...stored, expires_at })
      .execute()
    return challenge.toString('base64url')
  }
  const made = async (passkey: SoftwarePasskey) => {
    const challenge = await challengeFor('add')
    return { name: 'iPhone', passkey: passkey.create({ challenge, rp: { id: 'shop.example' } }) }
  }
  const added = async () => {
    const passkey = new SoftwarePasskey('https://shop.example')
    const { office, actor } = scene()
    await office.services.account.addPasskey(actor, await made(passkey))
    return passkey
  }
  return {
    'account.confirm': async () => {
      const passkey = await added()
      const challenge = await challengeFor('confirm')
      const { passkey_handle } = await scene()
        .db.selectFrom('staff')
        .select('passkey_handle')
        .where('staff_id', '=', scene().actor.staff_id)
        .executeTakeFirstOrThrow()
      const user_handle = Buffer.from(passkey_handle).toString('base64url')
      return { passkey: passkey.get({ challenge, rpId: 'shop.example' }, { user_handle }) }
    },
    'account.addPasskey': () => made(new SoftwarePasskey('https://shop.example')),
    'account.removePasskey': async () => {
      await added()
      await added()
      const keys = scene().db.selectFrom('staff_passkey').select('staff_passkey_id')
      return keys.limit(1).executeTakeFirstOrThrow()
    },
  }
}
