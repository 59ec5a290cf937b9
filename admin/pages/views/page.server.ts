import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { menuOf, pagesOf } from '#admin/runtime/menu.ts'
import { type Act, actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type SavedView, views as contract } from '#contracts/staff/views.ts'
import { Refusal } from '#pure/contract.ts'

const save: Act = async ({ services, actor }, fields) => {
  const input = contract.saveView.input.safeParse(fields)
  const all: StaffAddress[] = Object.values(addresses)
  const list = all.find(({ page }) => page === fields['list'])
  if (list === undefined || list.path.includes(':')) return unclear
  if (!input.success) return nameless
  await services.views.saveView(actor, input.data)
  const { query } = input.data
  return { location: query === '' ? list.path : `${list.path}?${query}` }
}

const rename: Act = async ({ services, actor }, fields) => {
  const input = contract.renameView.input.safeParse(fields)
  if (!input.success) return nameless
  await services.views.renameView(actor, input.data)
  return null
}

const remove: Act = async ({ services, actor }, fields) => {
  const input = contract.removeView.input.safeParse(fields)
  if (!input.success) return unclear
  await services.views.removeView(actor, input.data)
  return null
}

const nameless: Problem = { status: 422, problem: 'Hãy đặt tên cho bộ lọc, tối đa 40 ký tự.' }

const texts: Readonly<Record<string, string>> = {
  name_taken: 'Bạn đã có bộ lọc tên này trong danh sách đó. Hãy chọn tên khác.',
  too_many_views: 'Bạn đã lưu 50 bộ lọc. Hãy xóa bớt rồi lưu lại.',
  account_not_found: 'Tài khoản này không còn.',
  view_not_found: 'Bộ lọc này không còn, hoặc do người khác lưu.',
}

/** /noi-bo/bo-loc: the views of one's own and of the team; the lists send new ones here. */
export const page = staffPage<SavedView[]>({
  needs: 'views.views',
  loader: async ({ services, actor }) => {
    const menu = pagesOf(menuOf(actor))
    const all = await services.views.views(actor, {})
    // What one has saved can be removed also after a role has gone.
    return all.filter(({ list, is_own }) => is_own || menu.includes(list))
  },
  action: actsByIntent({ save, rename, remove }, (error) => {
    if (!(error instanceof Refusal)) return null
    const problem = texts[error.code]
    return problem === undefined ? null : { status: error.status, problem }
  }),
})
