import { changePath } from '#admin/addresses/paths.ts'
import { operationTitle } from '#admin/pages/changes/operation-texts.ts'
import { type Problem, problemOrThrow, staffPage, unclear } from '#admin/runtime/page.ts'
import {
  type ShownChange,
  shownChange,
  type ShownField,
  shownUndo,
} from '#admin/pages/changes/one/shown-change.ts'
import { changes as contract } from '#contracts/staff/changes.ts'
import { isRefusal } from '#pure/contract.ts'

export interface ChangeData {
  change: ShownChange
  /** What was done, in words. */
  operation_title: string
  may_show: boolean
  /** Null: it has no reverse move. */
  undo: { is_changed: boolean; fields: ShownField[] } | null
  /** It was undone just now. */
  is_undone: boolean
}

/** What the page shows after "Hiện": the entry with its personal values. */
export type ChangeAnswer = ShownChange

/** /noi-bo/nhat-ky/{change_id}: one entry of the ledger. */
export const page = staffPage<ChangeData>({
  needs: 'changes.entry',
  loader: async ({ services, actor, params, url }) => {
    const input = contract.entry.input.safeParse(params)
    // No entry has the number 0: whoever may see none hears that first.
    const { entry, may_show, undo } = await services.changes.entry(
      actor,
      input.data ?? { change_id: 0 },
    )
    return {
      change: shownChange(entry, null),
      operation_title: operationTitle(entry),
      may_show,
      undo: undo && {
        is_changed: undo.is_changed,
        fields: shownUndo(undo, entry.table_name),
      },
      is_undone: url.searchParams.has('done'),
    }
  },
  action: async ({ services, actor, params }, { intent }) => {
    const input = contract.showPersonal.input.safeParse(params)
    if (!input.success) return unclear
    if (intent === 'show') {
      const shown = await services.changes.showPersonal(actor, input.data)
      const { entry } = await services.changes.entry(actor, input.data)
      return { answer: shownChange(entry, shown) satisfies ChangeAnswer }
    }
    if (intent !== 'undo') return unclear
    try {
      await services.changes.undoChange(actor, input.data)
      return { location: `${changePath(input.data.change_id)}?done=1` }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

/** Why it was not undone. What it is now stands on the page. */
function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.undoChange, 'changed_since')) {
    return { status: error.status, problem: 'Đã có người đổi tiếp sau lần này. Chưa hoàn tác gì.' }
  }
  if (isRefusal(error, contract.undoChange, 'undo_not_possible')) {
    return { status: error.status, problem: 'Thay đổi này không hoàn tác được.' }
  }
  if (!isRefusal(error, contract.undoChange, 'undo_refused')) return null
  const why = refused_texts[error.data.code] ?? 'Việc này không còn làm được.'
  return { status: error.status, problem: `Chưa hoàn tác gì. ${why}` }
}

const refused_texts: Readonly<Record<string, string>> = {
  own_role: 'Không ai đổi vai trò của chính mình.',
  role_fixed: 'Vai trò Điều hành giữ nguyên quyền.',
  staff_not_found: 'Người trước đó không nhận được đơn nữa.',
  too_many_tags: 'Đơn đã có 10 thẻ.',
}
