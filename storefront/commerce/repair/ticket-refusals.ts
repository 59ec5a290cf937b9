import type { MessagesByCode, TicketRefusal } from '#storefront/refusals.ts'

/** The text for every refusal code of a repair ticket. A missing code does not compile. */
export const ticket_texts: MessagesByCode<TicketRefusal> = {
  ticket_not_found: {
    text: 'Không tìm thấy phiếu này. Vui lòng mở lại liên kết trong tin nhắn của cửa hàng.',
  },
  quote_changed: {
    text: 'Báo giá này vừa thay đổi hoặc đã được trả lời. Vui lòng xem lại bên dưới.',
  },
}
