import type { MessagesByCode, TalkRefusal } from '#storefront/refusals.ts'

/** Texts of what shoppers write. They stand beside its pages. */
export const talk_texts: MessagesByCode<TalkRefusal> = {
  review_not_found: { text: 'Không tìm thấy đánh giá này. Có thể đánh giá đã được xóa.' },
  comment_not_found: { text: 'Không tìm thấy bình luận này. Có thể bình luận đã được xóa.' },
  subject_not_found: { text: 'Trang này không còn nữa.' },
  call_not_allowed: { text: 'Không có lệnh này.' },
  reviewed_already: {
    text: 'Bạn đã đánh giá sản phẩm này. Tải lại trang để sửa đánh giá đó.',
  },
  name_missing: { text: 'Vui lòng nhập tên của bạn.' },
  phone_not_right: { text: 'Số điện thoại không đúng. Vui lòng nhập số di động 10 chữ số.' },
}
