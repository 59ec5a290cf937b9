interface AssigneeFieldProps {
  assignees: readonly { staff_id: number; name: string }[]
  /** The staff_id that is chosen at first; '' is nobody. */
  value?: string
}

/** Whom an order is assigned to. */
export function AssigneeField({ assignees, value = '' }: AssigneeFieldProps) {
  return (
    <label className="grid min-w-0 flex-1 gap-1 font-semibold">
      Giao cho
      <select name="staff_id" defaultValue={value} className="field w-full font-normal">
        <option value="">Không ai</option>
        {assignees.map(({ staff_id, name }) => (
          <option key={staff_id} value={staff_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
