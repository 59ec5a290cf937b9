import type { FlashSaleState, ItemProblem } from '#contracts/staff/offers/flash-sales.ts'

export const sale_state_titles: Record<FlashSaleState, string> = {
  draft: 'Chờ duyệt',
  coming: 'Sắp chạy',
  running: 'Đang chạy',
  ended: 'Đã hết giờ',
}

export const window_problems = {
  order: 'Giờ kết thúc phải sau giờ bắt đầu.',
  over: 'Giờ kết thúc đã qua.',
  too_long: 'Một khung giờ dài nhất 31 ngày.',
} as const

const reasons: Record<ItemProblem['reason'], string> = {
  unreadable: 'không đọc được. Mỗi dòng gõ: SKU, giá, số suất',
  unknown: 'không có SKU này',
  twice: 'SKU này ghi hai lần',
  not_cheaper: 'giá flash sale phải thấp hơn giá đang bán',
  slots_taken: 'số suất ít hơn số đã bán',
  missing: 'chưa có sản phẩm nào',
}

/** The first lines that are not right, in words. */
export function itemProblemsText(problems: readonly ItemProblem[]): string {
  const shown = problems.slice(0, 5).map(({ line, sku, reason }) => {
    const where = line === 0 ? sku : `Dòng ${line}${sku === '' ? '' : ` (${sku})`}`
    return `${where}: ${reasons[reason]}.`
  })
  const more = problems.length - shown.length
  return `Chưa lưu. ${shown.join(' ')}${more > 0 ? ` Và ${more} dòng khác.` : ''}`
}
