import { useEffect } from 'react'
import { Form } from 'react-router'
import { account_addresses } from '#storefront/addresses/account.ts'
import { AnswerNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { ProductCard } from '#storefront/commerce/product-card/product-card.tsx'
import { SellingGoods } from '#storefront/commerce/product-card/selling-goods.tsx'
import type { WishlistData } from '#storefront/pages/wishlist/page.server.ts'
import { setWishes } from '#storefront/runtime/sign-in/session-state.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta(): PageMeta {
  return { title: 'Sản phẩm yêu thích', robots: 'noindex, follow' }
}

/** /yeu-thich: cards with today's prices; each can be taken off. */
export function Page({ data: { cards, selling, gone_count, added_id } }: { data: WishlistData }) {
  const answer = useFormAnswer()
  // The next product page of this tab shows what is liked now.
  useEffect(() => setWishes(cards.map(({ product_id }) => product_id)), [cards])
  const added = cards.find(({ product_id }) => product_id === added_id)
  return (
    <>
      <Breadcrumb
        crumbs={[{ name: 'Sản phẩm yêu thích', path: account_addresses.wishlist.path }]}
      />
      <div className="grid gap-4">
        <h1 className="text-2xl">
          Sản phẩm yêu thích{' '}
          {cards.length > 0 && (
            <span className="text-base font-semibold tracking-normal whitespace-nowrap text-muted">
              {cards.length} sản phẩm
            </span>
          )}
        </h1>
        <AnswerNotice answer={answer} lines={[]} />
        {added && (
          <Notice kind="info">
            Đã lưu {added.name}.{' '}
            <a href={`/${added.url_path}`} className="font-semibold text-accent hover:underline">
              Xem tiếp sản phẩm
            </a>
          </Notice>
        )}
        {gone_count > 0 && (
          <Notice kind="info">
            {gone_count} sản phẩm bạn từng lưu hiện không còn được bán nên không hiện ở đây.
          </Notice>
        )}
        {cards.length === 0 ? (
          <>
            <EmptyState picture="no-result" title="Chưa có sản phẩm yêu thích">
              <p>Bấm “Yêu thích” trên trang sản phẩm để lưu lại và so giá mỗi khi quay lại.</p>
              <a href="/" className={buttonClass('primary')}>
                Xem sản phẩm
              </a>
            </EmptyState>
            <SellingGoods products={selling} />
          </>
        ) : (
          <ul className="grid grid-cols-2 gap-2.5 large-text:grid-cols-1 sm:grid-cols-3 md:gap-4 lg:grid-cols-5">
            {cards.map((card, index) => (
              <li key={card.product_id} className="flex flex-col gap-2">
                <div className="grid flex-1">
                  <ProductCard card={card} eager={index < 4} />
                </div>
                <Form method="post" action={account_addresses.wishlist.path}>
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="product_id" value={card.product_id} />
                  <button
                    type="submit"
                    className={buttonClass('outline', 'w-full px-2 text-sm font-semibold')}
                  >
                    Bỏ thích<span className="sr-only"> {card.name}</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
