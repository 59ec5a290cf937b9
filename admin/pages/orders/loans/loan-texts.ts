import type { LenderAnswer, SeenLoanState } from '#contracts/staff/trade/loans.ts'
import type { PaperKind } from '#contracts/storefront/trade/application.ts'

export const loan_state_titles: Record<SeenLoanState, string> = {
  submitted: 'Chờ bàn giao',
  at_company: 'Công ty xét duyệt',
  more_papers: 'Chờ bổ sung',
  approved: 'Chờ ký',
  signed: 'Đã ký, chờ giao',
  delivered: 'Chờ tiền công ty',
  money_received: 'Hoàn tất',
  refused: 'Từ chối',
  lapsed: 'Quá hạn',
  withdrawn: 'Khách rút',
}

export const answer_titles: Record<LenderAnswer, string> = {
  needs_papers: 'Cần bổ sung giấy tờ',
  approved: 'Duyệt',
  refused: 'Từ chối',
  signed: 'Khách đã ký hợp đồng',
  expired: 'Hết hạn',
}

export const loan_state_looks: Record<SeenLoanState, string> = {
  submitted: 'bg-cream text-accent-dark',
  at_company: 'bg-cream text-accent-dark',
  more_papers: 'bg-cream text-accent-dark',
  approved: 'bg-success-soft text-success',
  signed: 'bg-success-soft text-success',
  delivered: 'bg-cream text-accent-dark',
  money_received: 'bg-success-soft text-success',
  refused: 'bg-sale-soft text-sale',
  lapsed: 'bg-mist text-muted',
  withdrawn: 'bg-mist text-muted',
}

export const paper_titles: Record<PaperKind, string> = {
  id_front: 'Căn cước, mặt trước',
  id_back: 'Căn cước, mặt sau',
  licence: 'Bằng lái xe',
  selfie: 'Ảnh chân dung',
}
