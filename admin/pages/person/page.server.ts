import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { chosenOf } from '#admin/kit/choice-list.tsx'
import { historyOf, type HistoryEntry } from '#admin/pages/changes/history-of.ts'
import { changed } from '#admin/pages/people/changes.ts'
import { inviteUrl } from '#admin/pages/people/invite-url.ts'
import { type Fields, staffPage, type StaffContext, unclear } from '#admin/runtime/page.ts'
import { people as contract, type StaffChoices, type StaffMember } from '#contracts/staff/people.ts'
import { callRefusal } from '#pure/access.ts'

export interface PersonData {
  person: StaffMember
  /** Null if the reader may not change this member of staff. */
  choices: StaffChoices | null
  /** Null if the reader may not see the ledger. */
  history: readonly HistoryEntry[] | null
}

/** /noi-bo/nhan-vien/{staff_id}: one member of staff: roles, shops, invitation, lock. */
export const page = staffPage<PersonData>({
  needs: 'people.person',
  loader: async (context) => {
    const { services, actor, url } = context
    const input = contract.person.input.safeParse({ staff_id: idIn(url) })
    if (!input.success) throw contract.person.refuse('staff_not_found')
    const person = await services.people.person(actor, input.data)
    const may_edit = callRefusal(contract.change, actor, {}) === null && !person.is_self
    return {
      person,
      choices: may_edit ? await services.people.choices(actor, {}) : null,
      history: await historyOf(context, { thing: 'staff', thing_key: String(person.staff_id) }),
    }
  },
  action: async (context, fields) => {
    const { services, actor } = context
    switch (fields['intent']) {
      case 'change':
        return change(context, fields)
      case 'invite':
        return invite(context)
      case 'lock':
      case 'unlock': {
        const input = contract.lock.input.safeParse({
          staff_id: idIn(context.url),
          is_locked: fields['intent'] === 'lock',
        })
        if (!input.success) return unclear
        return changed(async () => {
          await services.people.lock(actor, input.data)
          return null
        })
      }
      default:
        return unclear
    }
  },
})

async function change({ services, actor, url }: StaffContext, fields: Fields) {
  const input = contract.change.input.safeParse({
    staff_id: idIn(url),
    role_codes: chosenOf(fields, 'role'),
    shop_ids: chosenOf(fields, 'shop'),
    place_seen: {
      role_codes: chosenOf(fields, 'seen_role'),
      shop_ids: chosenOf(fields, 'seen_shop'),
    },
  })
  if (!input.success) return unclear
  return changed(async () => {
    await services.people.change(actor, input.data)
    return null
  })
}

async function invite({ services, actor, url }: StaffContext) {
  const input = contract.invite.input.safeParse({ staff_id: idIn(url) })
  if (!input.success) return unclear
  const given = await changed(() => services.people.invite(actor, input.data))
  if ('problem' in given) return given
  const { name } = await services.people.person(actor, input.data)
  return { answer: { name, invite: inviteUrl(url.origin, auth_paths.invite, given.invite) } }
}

function idIn(url: URL): string {
  return url.pathname.split('/').at(-1) ?? ''
}
