import { views as contract } from '#contracts/staff/views.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  countViews,
  deleteView,
  findViews,
  insertView,
  lockStaff,
  updateViewName,
} from '#shop/identity/staff-view-store.ts'

const max_views = 50

/** Saved views of the lists (decision 146). */
export function viewStaffService({
  db,
  write,
}: Pick<StaffFlowDeps, 'db' | 'write'>): Service<typeof contract> {
  return {
    views: async ({ staff_id }) => {
      const found = await findViews(db, staff_id)
      return found.map(({ staff_id: saver, ...view }) => ({ ...view, is_own: saver === staff_id }))
    },
    saveView: (actor, view) => {
      const { refuse } = contract.saveView
      const { staff_id } = actor
      return write({ actor, operation: 'views.saveView' }, async (tx) => {
        // Two forms at once are counted one after the other.
        if (!(await lockStaff(tx, staff_id))) throw refuse('account_not_found')
        if ((await countViews(tx, staff_id)) >= max_views) throw refuse('too_many_views')
        const staff_view_id = await insertView(tx, { ...view, staff_id })
        if (staff_view_id === null) throw refuse('name_taken')
        return { staff_view_id }
      })
    },
    renameView: (actor, { staff_view_id, name }) => {
      const { refuse } = contract.renameView
      const { staff_id } = actor
      return write({ actor, operation: 'views.renameView' }, async (tx) => {
        await lockStaff(tx, staff_id)
        const own = (await findViews(tx, staff_id)).filter((view) => view.staff_id === staff_id)
        const view = own.find((one) => one.staff_view_id === staff_view_id)
        if (view === undefined) throw refuse('view_not_found')
        const is_taken = own.some((one) => {
          return one !== view && one.list === view.list && one.name === name
        })
        if (is_taken) throw refuse('name_taken')
        await updateViewName(tx, { staff_view_id, staff_id, name })
        return {}
      })
    },
    removeView: async (actor, { staff_view_id }) => {
      const { staff_id } = actor
      const is_removed = await write({ actor, operation: 'views.removeView' }, (tx) =>
        deleteView(tx, { staff_view_id, staff_id }),
      )
      if (!is_removed) throw contract.removeView.refuse('view_not_found')
      return {}
    },
  }
}
