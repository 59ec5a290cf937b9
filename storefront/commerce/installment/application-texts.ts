import type { ApplicationState, PaperKind } from '#contracts/storefront/trade/application.ts'
import { formatDong } from '#pure/money.ts'
import type { StateKind } from '#storefront/commerce/member/member-item.tsx'
import type { ApplicationRefusal, MessagesByCode } from '#storefront/refusals.ts'

export const paper_names: Record<PaperKind, string> = {
  id_front: 'Căn cước, mặt trước',
  id_back: 'Căn cước, mặt sau',
  licence: 'Bằng lái xe',
  selfie: 'Ảnh chân dung',
}

export const state_names: Record<ApplicationState, string> = {
  draft: 'Chưa gửi',
  submitted: 'Đã tiếp nhận',
  at_company: 'Đang xét duyệt',
  more_papers: 'Cần bổ sung',
  approved: 'Được duyệt',
  signed: 'Đã ký hợp đồng',
  delivered: 'Đã giao máy',
  money_received: 'Hoàn tất',
  refused: 'Từ chối',
  lapsed: 'Quá hạn',
  withdrawn: 'Đã rút hồ sơ',
}

/** Whether the application waits for somebody, goes well, or is over. */
export const state_kinds: Record<ApplicationState, StateKind> = {
  draft: 'waiting',
  submitted: 'good',
  at_company: 'good',
  more_papers: 'waiting',
  approved: 'good',
  signed: 'good',
  delivered: 'good',
  money_received: 'good',
  refused: 'ended',
  lapsed: 'ended',
  withdrawn: 'ended',
}

/** The texts for refusals of applications. */
export const application_texts: MessagesByCode<ApplicationRefusal> = {
  company_not_found: { text: 'Công ty này hiện không nhận hồ sơ. Vui lòng chọn công ty khác.' },
  installment_quote_missing: {
    text: 'Sản phẩm trả góp không còn mở. Vui lòng chọn lại sản phẩm.',
    button: 'Xem sản phẩm trả góp',
    href: '/cart/tra-gop',
  },
  application_not_found: { text: 'Không tìm thấy hồ sơ này. Vui lòng làm lại hồ sơ.' },
  application_closed: { text: 'Hồ sơ đã sang bước khác. Vui lòng tải lại trang để xem.' },
  application_changed: {
    text: 'Hồ sơ vừa được sửa ở một trang khác. Vui lòng xem lại rồi gửi.',
  },
  paper_not_wanted: { text: 'Công ty này không cần ảnh giấy tờ đó.' },
  paper_missing: {
    text: ({ kind }) =>
      kind === undefined
        ? 'Hồ sơ còn thiếu ảnh giấy tờ.'
        : `Hồ sơ còn thiếu ảnh: ${paper_names[kind]}.`,
  },
  loan_changed: {
    text: ({ monthly }) =>
      monthly == null
        ? 'Công ty không còn hỗ trợ gói này. Vui lòng chọn gói khác.'
        : `Góp mỗi tháng vừa đổi thành ${formatDong(monthly)}. Vui lòng xem lại gói vay.`,
    button: 'Xem lại gói vay',
    href: '/cart/installment',
  },
  loan_limit: {
    text: ({ max = 100_000_000 }) =>
      `Theo quy định, mỗi người vay một công ty tài chính tối đa ${formatDong(max)}, gồm cả các khoản đang vay. Hãy trả trước nhiều hơn hoặc chọn công ty khác.`,
  },
  too_many_applications: {
    text: ({ max = 2 }) =>
      `Số điện thoại này đang có ${max} hồ sơ chờ xét duyệt. Vui lòng chờ kết quả hoặc rút bớt hồ sơ.`,
  },
  application_missing: {
    text: 'Sản phẩm trả góp được đặt cùng hồ sơ. Vui lòng làm hồ sơ trả góp.',
    button: 'Xem sản phẩm trả góp',
    href: '/cart/tra-gop',
  },
}
