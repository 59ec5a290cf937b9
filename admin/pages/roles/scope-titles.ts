import type { StaffScope } from '#pure/contract.ts'

export const scope_titles: Record<StaffScope, string> = {
  all: 'Tất cả',
  shops: 'Cửa hàng mình',
  own: 'Việc được giao',
}
