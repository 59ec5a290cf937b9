import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { chosenOf } from '#admin/kit/choice-list.tsx'
import { changed } from '#admin/pages/people/changes.ts'
import { inviteUrl } from '#admin/pages/people/invite-url.ts'
import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { people as contract, type StaffChoices, type StaffMember } from '#contracts/staff/people.ts'
import { callRefusal } from '#pure/access.ts'

interface Choice {
  value: string
  title: string
}

export interface PeopleData {
  people: StaffMember[]
  /** The roles and shops of all whom the reader sees: values of the filters. */
  filters: { roles: Choice[]; shops: Choice[] }
  /** What a new member of staff can be; null if the reader may not add any. */
  choices: StaffChoices | null
}

/** /noi-bo/nhan-vien: the staff, and a form for a new member. */
export const page = staffPage<PeopleData>({
  needs: 'people.list',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const may_edit = callRefusal(contract.add, actor, {}) === null
    const input = contract.list.input.safeParse(filledQuery(searchParams))
    const [people, all, choices] = await Promise.all([
      services.people.list(actor, input.data ?? {}),
      services.people.list(actor, {}),
      may_edit ? services.people.choices(actor, {}) : null,
    ])
    const roles = new Map(
      all.flatMap((one) => one.roles.map(({ role_code, name }) => [role_code, name])),
    )
    const shops = new Map(
      all.flatMap((one) => one.shops.map(({ shop_id, name }) => [String(shop_id), name])),
    )
    return { people, filters: { roles: choicesOf(roles), shops: choicesOf(shops) }, choices }
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

function choicesOf(names: ReadonlyMap<string, string>): Choice[] {
  return [...names]
    .map(([value, title]) => ({ value, title }))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'vi'))
}
