import { card_kind_titles, card_level_titles } from '#admin/pages/cards/card-texts.ts'
import { outcome_texts } from '#admin/pages/cod-money/outcome-texts.ts'
import { layout_titles, recur_titles } from '#admin/pages/content/campaigns/campaign-texts.ts'
import { banner_places } from '#admin/pages/content/campaigns/banners/banner-texts.ts'
import {
  audience_titles,
  campaign_states,
  channel_titles,
} from '#admin/pages/content/campaigns/messages/message-texts.ts'
import { channel_titles as erasure_channel_titles } from '#admin/pages/customers/erasures/erasure-texts.ts'
import {
  reason_titles as hidden_titles,
  rule_titles,
  talk_state_titles,
} from '#admin/pages/customers/talk/talk-texts.ts'
import { booking_state_titles } from '#admin/pages/orders/bookings/booking-texts.ts'
import { skill_titles } from '#admin/pages/orders/bookings/skill-titles.ts'
import { bulk_action_titles, bulk_state_titles } from '#admin/pages/orders/bulk-jobs/bulk-texts.ts'
import { game_names } from '#admin/pages/loyalty/games/game-names.ts'
import { call_outcome_titles } from '#admin/pages/orders/calls/call-texts.ts'
import { loan_state_titles, paper_titles } from '#admin/pages/orders/loans/loan-texts.ts'
import { device_kinds } from '#admin/pages/orders/repairs/services/device-kinds.ts'
import {
  line_state_titles,
  payment_way_titles,
  ticket_kind_titles,
  ticket_state_titles,
  unlock_titles,
} from '#admin/pages/orders/repairs/ticket-texts.ts'
import { parcel_state_titles } from '#admin/pages/parcels/parcel-texts.ts'
import { shop_reservation_titles } from '#admin/pages/pickups/reservations/reservation-texts.ts'
import { receipt_state_titles } from '#admin/pages/receipts/receipt-texts.ts'
import { reasons as review_reasons } from '#admin/pages/reconciliation/texts.ts'
import { request_kind_titles } from '#admin/pages/refunds/refund-texts.ts'
import { return_reason_titles } from '#admin/pages/returns/return-texts.ts'
import { call_state_titles } from '#admin/pages/trade/calls/call-state-titles.ts'
import {
  outcome_titles,
  pay_method_titles,
  trade_state_titles,
} from '#admin/pages/trade/trade-in-texts.ts'
import { unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import {
  used_grade_titles,
  used_sources,
  used_state_titles,
} from '#admin/pages/units/used-texts.ts'
import { count_state_titles } from '#admin/pages/counts/count-texts.ts'
import { transfer_state_titles } from '#admin/pages/transfers/transfer-texts.ts'

type Words = Readonly<Record<string, string>>

const kinds_of_devices: Words = {
  ...Object.fromEntries(device_kinds.map(({ value, title }) => [value, title])),
  'dong-ho': 'Đồng hồ',
}
const reversals: Words = { refund: 'Hoàn tiền', correction: 'Ghi nhầm' }

/** Words for the codes of a column, by table and column. test/laws/ledger-words.test.ts asks for all of them. */
export const value_words: Readonly<Record<string, Words>> = {
  'banner.place': banner_places,
  'booking.state': booking_state_titles,
  'bulk_job.action': bulk_action_titles,
  'bulk_job.state': bulk_state_titles,
  'call_attempt.outcome': call_outcome_titles,
  'carrier_request.state': { due: 'Chờ gửi hãng', rejected: 'Hãng từ chối', given_up: 'Ngừng gửi' },
  'cod_statement_line.outcome': outcome_texts,
  'cod_statement_line.decision': { matched: 'Khớp', accepted: 'Chấp nhận', dismissed: 'Bỏ qua' },
  'comment.held_for': rule_titles,
  'comment.hidden_for': hidden_titles,
  'comment.state': talk_state_titles,
  'comment.subject_kind': {
    product: 'Sản phẩm',
    post: 'Bài viết',
    repair_service: 'Dịch vụ sửa chữa',
  },
  'customer_erasure.channel': erasure_channel_titles,
  'goods_receipt.state': receipt_state_titles,
  'installment_company.kind': { finance: 'Công ty tài chính', pay_later: 'Mua trước trả sau' },
  'installment_company.pictures': paper_titles,
  'installment_company.asks': { income: 'Thu nhập', job: 'Công việc', address: 'Địa chỉ' },
  'installment_company.way': { online: 'Qua kết nối', by_hand: 'Bàn giao tay' },
  'game.game_code': game_names,
  'landing_page.layout': layout_titles,
  'landing_page.recurs': recur_titles,
  'list_export.format': { csv: 'CSV', xlsx: 'Excel' },
  'loan_application.state': { draft: 'Khách đang điền', ...loan_state_titles },
  'member_card.kind': card_kind_titles,
  'member_card.level': card_level_titles,
  'member_card.state': { collecting: 'Khách đang gửi ảnh', withdrawn: 'Khách rút' },
  'message_campaign.audience': audience_titles,
  'message_campaign.channel': channel_titles,
  'message_campaign.state': campaign_states,
  'outbox.channel': { ...channel_titles, sms: 'SMS' },
  'outbox.state': { sending: 'Đang gửi', dropped: 'Không cần gửi nữa' },
  'parcel.state': parcel_state_titles,
  'parcel_claim.state': { open: 'Chờ hãng đền', paid: 'Hãng đã đền', refused: 'Hãng không đền' },
  'parcel_cod.state': { due: 'Hãng chưa trả tiền', received: 'Đã nhận tiền' },
  'payment.device': { desktop: 'Máy tính', mobile: 'Điện thoại' },
  'payment_review.reason': review_reasons,
  'pickup.verified_by': { code: 'Mã nhận hàng', phone: '4 số cuối điện thoại' },
  'refund_request.kind': request_kind_titles,
  'repair_payment.reversal': reversals,
  'repair_payment.way': payment_way_titles,
  'repair_reversal.reversal': reversals,
  'repair_service.device_kind': kinds_of_devices,
  'repair_service.skill': skill_titles,
  'repair_ticket.kind': ticket_kind_titles,
  'repair_ticket.state': ticket_state_titles,
  'repair_ticket.unlock': unlock_titles,
  'repair_ticket_line.state': line_state_titles,
  'return_fee.reason': return_reason_titles,
  'return_request.asked_by': { shopper: 'Khách', staff: 'Nhân viên' },
  'review.held_for': rule_titles,
  'review.hidden_for': hidden_titles,
  'review.state': talk_state_titles,
  'sales_order_staff_event.kind': { assigned: 'Giao việc', unassigned: 'Bỏ giao việc' },
  'shop_reservation.state': shop_reservation_titles,
  'shop_skill.skill': skill_titles,
  'stock_count.state': count_state_titles,
  'stock_transfer.state': transfer_state_titles,
  'trade_call.state': call_state_titles,
  'trade_device.device_kind': kinds_of_devices,
  'trade_payout.method': pay_method_titles,
  'trade_payout.outcome': outcome_titles,
  'trade_quote.accepted_by': { link: 'Link', code: 'Mã khách đọc' },
  'trade_quote.state': trade_state_titles,
  'unit.state': unit_state_titles,
  'used_unit.grade': used_grade_titles,
  'used_unit.source': used_sources,
  'used_unit.state': used_state_titles,
}
