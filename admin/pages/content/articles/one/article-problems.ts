import type { Problem } from '#admin/runtime/page.ts'
import { articles as contract } from '#contracts/staff/offers/articles.ts'
import { isRefusal } from '#pure/contract.ts'

const reasons = {
  picture_without_words: 'Có ảnh chưa có mô tả: viết ảnh cho thấy gì, cho người không nhìn được.',
  unknown_picture: 'Có ảnh không phải của bài này: tải ảnh lên trước rồi chèn.',
  unknown_product: 'Không có sản phẩm nào như vậy, hoặc đã ngừng bán:',
  video: 'Video cần địa chỉ YouTube:',
  page_path: 'Địa chỉ của trang tĩnh không có dấu /.',
  footer_needed: 'Trang này phải có ở chân trang: luật, bước thanh toán và thư báo đơn dẫn tới nó.',
  unknown_figure: 'Cửa hàng không có số liệu nào tên như vậy:',
  choice: 'Chọn chuyên mục và tác giả trong danh sách.',
} as const

/** The words for a refusal of an article. Null: the error is another one. */
export function articleProblem(error: unknown): Problem | null {
  const { publishArticle } = contract
  if (isRefusal(error, publishArticle, 'content_refused')) {
    const { reason, at } = error.data
    const names_place = ['unknown_product', 'video', 'unknown_figure'].includes(reason)
    const problem = `Chưa lưu. ${reasons[reason]}${names_place ? ` “${at}”.` : ''}`
    return { status: error.status, problem }
  }
  if (isRefusal(error, publishArticle, 'path_taken')) {
    const problem = `Chưa lưu. Địa chỉ /${error.data.path} là của một trang khác.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.withdrawArticle, 'page_needed')) {
    const problem = 'Không gỡ được: luật, bước thanh toán và thư báo đơn cần trang này.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, publishArticle, 'time_passed')) {
    return { status: error.status, problem: 'Chưa hẹn. Giờ đăng phải sau lúc này.' }
  }
  if (isRefusal(error, publishArticle, 'article_changed')) {
    const problem =
      'Chưa lưu: bài vừa được người khác sửa. Phần bạn viết vẫn còn; bấm lưu lần nữa sẽ thay bản của họ.'
    return { status: error.status, problem }
  }
  return null
}
