import type { UsedGrade, UsedRow } from '#contracts/storefront/trade/used.ts'

/** The grades in the sequence of pages, the best first. */
export const grade_order: readonly UsedGrade[] = ['activated', 'swapped', 'good', 'scratched']

export const grade_titles: Record<UsedGrade, string> = {
  activated: 'Đã kích hoạt',
  swapped: 'Đổi bảo hành',
  good: 'Cũ đẹp',
  scratched: 'Cũ trầy xước',
}

/** What each grade means. */
export const grade_meanings: Record<UsedGrade, { looks: string; battery: string; box: string }> = {
  activated: {
    looks: 'Như mới, chỉ mới kích hoạt bảo hành, chưa qua sử dụng',
    battery: 'Từ 99%',
    box: 'Đủ hộp và phụ kiện theo máy',
  },
  swapped: {
    looks: 'Như mới, máy hãng đổi theo bảo hành',
    battery: 'Từ 95%',
    box: 'Có thể không có hộp',
  },
  good: {
    looks: 'Trầy rất nhẹ, nhìn kỹ mới thấy; màn hình không có vết',
    battery: 'Từ 85%',
    box: 'Theo ghi chú của từng máy',
  },
  scratched: {
    looks: 'Có vết trầy hoặc cấn nhìn thấy được; mọi chức năng chạy tốt',
    battery: 'Từ 80%',
    box: 'Theo ghi chú của từng máy',
  },
}

/** Battery and looks of a device in one line. */
export function conditionText({ battery, condition_notes }: UsedRow): string {
  const parts = [battery === null ? '' : `Pin ${battery}%`, condition_notes]
  return parts.filter(Boolean).join(' · ')
}

/** "Tiết kiệm" against the live price of new goods; null: it is not cheaper. */
export function savingOf(price: number, new_price: number | null): number | null {
  return new_price !== null && new_price > price ? new_price - price : null
}

export function warrantyText(months: number): string {
  return months === 0 ? 'Không bảo hành' : `Bảo hành ${months} tháng`
}
