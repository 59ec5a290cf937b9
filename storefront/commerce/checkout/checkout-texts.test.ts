import { describe, expect, it } from 'vitest'
import { type Order, OrderState } from '#contracts/storefront/order.ts'
import {
  nextStep,
  outcomeOf,
  paymentName,
  stateName,
  whyReopened,
} from '#storefront/commerce/checkout/checkout-texts.ts'

const order: Order = {
  code: 'DH1',
  state: 'pending',
  payment_method: 'cod',
  secret: '0'.repeat(40),
  created_at: '2026-11-20T03:04:00.000Z',
  expires_at: null,
  items: [],
  recipient: {
    name: 'Nguyễn An',
    phone: '0901234567',
    email: null,
    recipient_name: null,
    recipient_phone: null,
    shipping_method: 'home_delivery',
    province_id: 30,
    district_id: null,
    ward_id: null,
    province_code: '79',
    legacy_address: null,
    dataset_version: '2026-09-20.1',
    promotion_announcement: false,
    company_invoice: null,
    ward_name: 'Bến Nghé',
    street: '1 Lê Lợi',
    erp_shop_id: null,
    shop_name: null,
    address_text: '1 Lê Lợi, Bến Nghé, Hồ Chí Minh',
    note: null,
  },
  totals: {
    item_quantity: 1,
    list_total: 1,
    discount: 0,
    subtotal: 1,
    adjustments: [],
    shipping_fee: 0,
    grand_total: 1,
  },
  is_online_only: false,
  history: [],
  can_cancel: true,
  can_ask_invoice: true,
  card_plan: null,
  pickup: null,
  payment: {
    method_title: 'Thanh toán khi nhận hàng',
    paid_total: 0,
    refund_due_total: 0,
    refunded_total: 0,
  },
}

describe('texts about an order', () => {
  it.each(OrderState.options)('has a name and a next step for %s', (state) => {
    expect(stateName(state)).toMatch(/^(Chờ|Đã|Đang)/)
    expect(nextStep({ ...order, state })).toMatch(/\.$/)
  })

  it('says that an order goes on although it was cancelled', () => {
    const happened_at = '2026-11-20T03:04:00.000Z'
    const note = 'Tiền đến sau khi đơn đã kết thúc, cửa hàng xử lý đơn tiếp'
    const cancelled = { state: 'cancelled', note: 'Bạn đã hủy đơn', happened_at } as const
    const history = [cancelled, { state: 'pending', note, happened_at } as const]
    expect(whyReopened({ ...order, history })).toBe(
      `Đơn này đã bị hủy trước đó. ${note}. Không muốn mua nữa? Bấm “Hủy đơn hàng” để được hoàn lại tiền.`,
    )
    expect(whyReopened({ ...order, history, state: 'delivered' })).toBeNull()
    expect(whyReopened({ ...order, history: history.slice(1) })).toBeNull()
  })

  it('congratulates only for a successful order', () => {
    const successful = OrderState.options.filter(
      (state) => outcomeOf(state).title === 'ĐẶT HÀNG THÀNH CÔNG',
    )
    expect(successful).toEqual(['pending', 'confirmed'])
    expect(outcomeOf('expired').kind).toBe('ended')
    expect(outcomeOf('cancelled').kind).toBe('ended')
  })

  it('names what is missing when a part was paid, and else what is checked', () => {
    const title = (missing: number) =>
      outcomeOf('awaiting_payment', { status: 'review', amount: 50_000, missing }).title
    expect(title(1_000)).toBe('CÒN THIẾU 1.000đ')
    expect(title(50_000)).toBe('ĐANG KIỂM TRA KHOẢN TIỀN CỦA BẠN')
  })

  it('shows until when the items of an unpaid order are reserved', () => {
    const waiting: Order = {
      ...order,
      state: 'awaiting_payment',
      expires_at: '2026-11-20T03:19:00.000Z',
    }
    expect(nextStep(waiting)).toContain('20/11/2026 10:19')
  })

  it('shows the code of an unknown payment method', () => {
    expect(paymentName('cod')).toBe('Thanh toán khi nhận hàng')
    expect(paymentName('momo')).toBe('momo')
    expect(paymentName(null)).toBe('Chưa chọn phương thức')
  })
})
