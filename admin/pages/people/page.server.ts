import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { chosenOf } from '#admin/kit/choice-list.tsx'
import { changed } from '#admin/pages/people/changes.ts'
import { inviteUrl } from '#admin/pages/people/invite-url.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { people as contract, type StaffChoices, type StaffMember } from '#contracts/staff/people.ts'
import { callRefusal } from '#pure/access.ts'

export interface PeopleData {
  people: StaffMember[]
  /** What a new member of staff can be; null if the reader may not add any. */
  choices: StaffChoices | null
}

/** /noi-bo/nhan-vien: the staff, and a form for a new member. */
export const page = staffPage<PeopleData>({
  needs: 'people.list',
  loader: async ({ services, actor }) => {
    const may_edit = callRefusal(contract.add, actor, {}) === null
    const [people, choices] = await Promise.all([
      services.people.list(actor, {}),
      may_edit ? services.people.choices(actor, {}) : null,
    ])
    return { people, choices }
  },
  action: async ({ services, actor, url }, fields) => {
    const input = contract.add.input.safeParse({
      ...fields,
      role_codes: chosenOf(fields, 'role'),
      shop_ids: chosenOf(fields, 'shop'),
    })
    if (!input.success) return { status: 422, problem: 'Hãy điền họ tên và tên đăng nhập.' }
    const added = await changed(() => services.people.add(actor, input.data))
    if ('problem' in added) return added
    const invite = inviteUrl(url.origin, auth_paths.invite, added.invite)
    return { answer: { name: input.data.name, invite } }
  },
})
