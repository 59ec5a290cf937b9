import { memberOrdersUrl } from '#storefront/addresses/member-links.ts'
import { AnswerNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { order_tabs } from '#storefront/commerce/member/member-texts.ts'
import { OrderCard } from '#storefront/commerce/member/order-card.tsx'
import { SellingGoods } from '#storefront/commerce/product-card/selling-goods.tsx'
import type { OrdersData } from '#storefront/pages/smember/orders/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Lịch sử mua hàng', robots: 'noindex, nofollow' }
}

/** /smember/don-hang: all orders of the member, by state. */
export function Page({ data }: { data: OrdersData }) {
  const { orders, selling, tab, page, has_more } = data
  return (
    <MemberFrame title="Lịch sử mua hàng">
      <AnswerNotice answer={useFormAnswer()} lines={[]} />
      <ChipRow label="Trạng thái" wraps>
        {order_tabs.map(([value, text]) => (
          <Chip
            key={value}
            href={memberOrdersUrl({ tab: value })}
            is_current={value === (tab ?? '')}
            keeps_scroll
          >
            {text}
          </Chip>
        ))}
      </ChipRow>
      {orders.map((order) => (
        <OrderCard key={order.code} order={order} heading="h2" />
      ))}
      {orders.length === 0 && (
        <>
          <MemberCard>
            <EmptyState picture="orders" title="Chưa có đơn hàng nào ở đây">
              <p>Đơn bạn đặt khi đã đăng nhập sẽ hiện ở trang này.</p>
              <a href="/" className={buttonClass('primary')}>
                Mua sắm ngay
              </a>
            </EmptyState>
          </MemberCard>
          <SellingGoods products={selling} />
        </>
      )}
      {(page > 1 || has_more) && (
        <nav aria-label="Trang" className="flex justify-center gap-3">
          {page > 1 && (
            <a href={memberOrdersUrl({ tab, trang: page - 1 })} className={buttonClass('outline')}>
              Mới hơn
            </a>
          )}
          {has_more && (
            <a href={memberOrdersUrl({ tab, trang: page + 1 })} className={buttonClass('outline')}>
              Cũ hơn
            </a>
          )}
        </nav>
      )}
    </MemberFrame>
  )
}
