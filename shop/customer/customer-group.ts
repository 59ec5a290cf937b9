/** Ids of customer groups: of member tiers, and of students and teachers. */
export interface CustomerGroups {
  member: readonly number[]
  student: readonly number[]
  codes: ReadonlyMap<number, string>
}

export interface CustomerGroupRow {
  customer_group_id: number
  code: string
}

/** Codes of the groups that need a school card; the others are member tiers. */
const student_codes = new Set(['s-student', 's-teacher'])

export function customerGroupsOf(rows: readonly CustomerGroupRow[]): CustomerGroups {
  const ids = (is_student: boolean) =>
    rows
      .filter(({ code }) => student_codes.has(code) === is_student)
      .map(({ customer_group_id }) => customer_group_id)
  const codes = new Map(rows.map((row) => [row.customer_group_id, row.code]))
  return { member: ids(false), student: ids(true), codes }
}
