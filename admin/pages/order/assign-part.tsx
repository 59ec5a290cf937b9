import { orderPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { OrderData } from '#admin/pages/order/page.server.ts'
import { AssigneeField } from '#admin/pages/orders/assignee-field.tsx'

/** Who works on the order, and the form that gives it to somebody else. */
export function AssignPart({ order, assignees }: Pick<OrderData, 'order' | 'assignees'>) {
  const { code, assigned_to, assigned_name, may } = order
  const seen = assigned_to === null ? '' : String(assigned_to)
  return (
    <section aria-labelledby="assigned" className="sheet grid gap-2 text-sm">
      <h2 id="assigned" className="part-title">
        Người phụ trách
      </h2>
      <p className="font-semibold">{assigned_name ?? 'Chưa giao cho ai'}</p>
      {may.assign && (
        <StaffForm
          key={seen}
          action={orderPath(code)}
          hidden={{ intent: 'assign', staff_id_seen: seen }}
          className="flex flex-wrap items-end gap-2"
        >
          <AssigneeField assignees={assignees} value={seen} />
          <button type="submit" className="tool">
            Giao việc
          </button>
        </StaffForm>
      )}
    </section>
  )
}
