import type { z } from 'zod'
import { people as contract, type StaffMember } from '#contracts/staff/people.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { type Reach, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { newInvite } from '#shop/identity/staff-invite.ts'
import { endSessions } from '#shop/identity/staff-session-store.ts'
import {
  findRoles,
  insertStaff,
  lockDirectors,
  lockStaff,
  isStillAt,
  replaceRolesAndShops,
  updateLock,
} from '#shop/identity/staff-store.ts'
import { director, loginName } from '#shop/identity/staff.ts'
import { findPeople, findWorkplaces, type ListedPerson } from '#shop/views/staff/people-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
  write: WriteAsStaff
}

/** Staff manage staff: accounts, roles, shops, invitations and locks (decision 118). */
export function peopleStaffService({ db, now, log, write }: Deps): Service<typeof contract> {
  return {
    list: (actor, asked) => readPeople(db, actor, reachOf(contract.list, actor), asked),
    person: async (actor, { staff_id }) => {
      const [row] = await findPeople(db, reachOf(contract.person, actor), staff_id)
      if (row === undefined) throw contract.person.refuse('staff_not_found')
      return personRow(row, actor)
    },
    choices: async () => ({ roles: await findRoles(db), shops: await findWorkplaces(db) }),
    add: async (actor, { name, login_name: typed, ...place }) => {
      const { refuse } = contract.add
      const login_name = loginName(typed)
      if (login_name === null) throw refuse('login_name_refused', { reason: 'wrong_form' })
      return write({ actor, operation: 'people.add' }, async (tx) => {
        const created_at = now()
        const staff_id = await insertStaff(tx, {
          name,
          login_name,
          password_hash: null,
          created_at,
        })
        if (staff_id === null) throw refuse('login_name_refused', { reason: 'taken' })
        if (!(await replaceRolesAndShops(tx, staff_id, place))) {
          throw refuse('role_or_shop_not_found')
        }
        const invite = await newInvite(tx, staff_id, created_at)
        log.info({ staff: actor.name, staff_id, ...place }, 'staff added a member of staff')
        return { staff_id, invite }
      })
    },
    change: async (actor, { staff_id, place_seen, ...place }) => {
      await write({ actor, operation: 'people.change' }, async (tx) => {
        await requireOther(tx, actor, staff_id)
        if (!(await isStillAt(tx, staff_id, place_seen)))
          throw contract.change.refuse('person_changed')
        if (!place.role_codes.includes(director)) await requireOtherDirector(tx, staff_id)
        if (!(await replaceRolesAndShops(tx, staff_id, place))) {
          throw contract.change.refuse('role_or_shop_not_found')
        }
      })
      log.info({ staff: actor.name, staff_id, ...place }, 'staff changed roles and shops')
      return {}
    },
    invite: async (actor, { staff_id }) => {
      const invite = await write({ actor, operation: 'people.invite' }, async (tx) => {
        await requireOther(tx, actor, staff_id)
        await endSessions(tx, staff_id, now())
        return newInvite(tx, staff_id, now())
      })
      log.info({ staff: actor.name, staff_id }, 'staff gave an invitation')
      return { invite }
    },
    lock: async (actor, { staff_id, is_locked }) => {
      await write({ actor, operation: 'people.lock' }, async (tx) => {
        await requireOther(tx, actor, staff_id)
        if (is_locked) await requireOtherDirector(tx, staff_id)
        await updateLock(tx, staff_id, is_locked ? now() : null)
        await endSessions(tx, staff_id, now())
      })
      log.info({ staff: actor.name, staff_id, is_locked }, 'staff locked or unlocked an account')
      return {}
    },
  }
}

/** Locks the account of somebody else. The role is locked first, so that all changes lock in the same sequence. */
async function requireOther(tx: Tx, actor: StaffActor, staff_id: StaffId): Promise<void> {
  const { refuse } = contract.lock
  await lockDirectors(tx)
  if ((await lockStaff(tx, staff_id)) === null) throw refuse('staff_not_found')
  if (staff_id === actor.staff_id) throw refuse('own_account')
}

async function requireOtherDirector(tx: Tx, staff_id: StaffId): Promise<void> {
  const directors = await lockDirectors(tx)
  const is_last = directors.length === 1 && directors[0]?.staff_id === staff_id
  if (is_last) throw contract.lock.refuse('last_director')
}

/** The staff within reach who are asked for. A few hundred people work here, so all are read. */
export async function readPeople(
  db: Database,
  actor: StaffActor,
  reach: Reach,
  { q = '', role, shop, state }: z.output<typeof contract.list.input>,
): Promise<StaffMember[]> {
  const people = (await findPeople(db, reach)).map((row) => personRow(row, actor))
  const words = fold(q).split(/\s+/).filter(Boolean)
  return people.filter((person) => {
    const name = fold(`${person.name} ${person.login_name}`)
    return (
      words.every((word) => name.includes(word)) &&
      (role === undefined || person.roles.some(({ role_code }) => role_code === role)) &&
      (shop === undefined || person.shops.some(({ shop_id }) => shop_id === shop)) &&
      (state === undefined || person.state === state)
    )
  })
}

function personRow(
  { locked_at, has_password, last_seen_at, ...person }: ListedPerson,
  actor: StaffActor,
): StaffMember {
  const is_open = has_password || person.is_demo
  return {
    ...person,
    state: locked_at !== null ? 'locked' : is_open ? 'active' : 'invited',
    last_seen_at: last_seen_at?.toISOString() ?? null,
    is_self: person.staff_id === actor.staff_id,
  }
}
