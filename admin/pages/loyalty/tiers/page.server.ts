import { staffPage } from '#admin/runtime/page.ts'
import { loyalty as contract, type StaffTier } from '#contracts/staff/members/loyalty.ts'
import { isRefusal } from '#pure/contract.ts'

export interface TiersData {
  tiers: StaffTier[]
  points_last_months: number
  max_points_percent: number
  points_open: number
  version: number
  changed_at: string | null
  changed_by: string | null
  may_change: boolean
}

const codes = ['s-null', 's-new', 's-mem', 's-vip'] as const

/** /noi-bo/cai-dat/hang-thanh-vien: what each tier asks and gives. */
export const page = staffPage<TiersData>({
  needs: 'loyalty.tiers',
  loader: ({ services, actor }) => services.loyalty.tiers(actor, {}),
  action: async ({ services, actor }, fields) => {
    const { version, points_last_months, max_points_percent } = fields
    const tiers = codes.map((code) => ({
      code,
      threshold: fields[`${code}.threshold`] ?? '0',
      point_percent: fields[`${code}.point_percent`],
      birthday_voucher: fields[`${code}.birthday_voucher`],
      rank_up_voucher: fields[`${code}.rank_up_voucher`],
      benefits: fields[`${code}.benefits`] ?? '',
    }))
    const rule = { version, points_last_months, max_points_percent }
    const input = contract.setTiers.input.safeParse({ tiers, ...rule })
    if (!input.success) {
      return {
        status: 422,
        problem:
          'Tiền là số nguyên, gõ được dấu chấm: 15.000.000. Phiếu cao nhất 5.000.000đ, tỉ lệ điểm cao nhất 20%, điểm trả cao nhất 90% đơn.',
      }
    }
    try {
      await services.loyalty.setTiers(actor, input.data)
      return null
    } catch (error) {
      if (isRefusal(error, contract.setTiers, 'tiers_out_of_order')) {
        const problem = 'Mỗi hạng phải cần chi tiêu nhiều hơn hạng trước. Sửa lại mức chi tiêu.'
        return { status: error.status, problem }
      }
      if (!isRefusal(error, contract.setTiers, 'tiers_changed')) throw error
      const problem = 'Hạng vừa được người khác đổi. Tải lại trang rồi sửa tiếp; chưa lưu gì.'
      return { status: error.status, problem }
    }
  },
})
