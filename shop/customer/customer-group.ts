/** Ids of customer groups: of member tiers, and of students and teachers. Companies are neither. */
export interface CustomerGroups {
  member: readonly number[]
  student: readonly number[]
  codes: ReadonlyMap<number, string>
}

export interface CustomerGroupRow {
  customer_group_id: number
  code: string
}

/** Codes of the groups that need a card of a school or a company; the others are member tiers. */
const student_codes = new Set(['s-student', 's-teacher'])
const card_codes = new Set([...student_codes, 's-business'])

export function customerGroupsOf(rows: readonly CustomerGroupRow[]): CustomerGroups {
  const idsOf = (isOne: (code: string) => boolean) =>
    rows.filter(({ code }) => isOne(code)).map(({ customer_group_id }) => customer_group_id)
  const codes = new Map(rows.map((row) => [row.customer_group_id, row.code]))
  const member = idsOf((code) => !card_codes.has(code))
  return { member, student: idsOf((code) => student_codes.has(code)), codes }
}
