import type { ArticleState } from '#contracts/staff/offers/articles.ts'

export const article_state_titles: Record<ArticleState, string> = {
  draft: 'Bản nháp',
  scheduled: 'Hẹn giờ',
  published: 'Đã đăng',
  changed: 'Đang sửa',
}
