import type { ReviewAspect } from '#contracts/storefront/talk/reviews.ts'
import type { TalkReason } from '#contracts/storefront/talk/talk-fields.ts'

export const aspect_titles: Record<ReviewAspect, string> = {
  performance: 'Hiệu năng',
  battery: 'Thời lượng pin',
  camera: 'Chất lượng camera',
  screen: 'Màn hình',
  sound: 'Âm thanh',
  design: 'Thiết kế',
  service: 'Dịch vụ',
}

/** What one star, two, … five mean. */
export const star_words = ['Rất tệ', 'Tệ', 'Bình thường', 'Tốt', 'Tuyệt vời'] as const

export const reason_titles: Record<TalkReason, string> = {
  illegal: 'Trái pháp luật',
  insult: 'Xúc phạm, thô tục',
  personal: 'Lộ thông tin cá nhân',
  advertising: 'Quảng cáo, rao bán',
  off_topic: 'Không liên quan đến sản phẩm',
  false_identity: 'Mạo danh người khác',
}

/** "1 tháng", "2 năm": for how long the goods were used when the review was written. */
export function usedText(months: number): string | null {
  if (months < 1) return null
  return months < 24 ? `Đã dùng ${months} tháng` : `Đã dùng ${Math.floor(months / 12)} năm`
}
