import { useOpenPage } from '#storefront/runtime/open-page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Icon } from '#web/ui/icons.tsx'

/**
 * "Chat Zalo" in the corner, where a shop has an official account (decision 295). Nothing comes from Zalo before the
 * shopper reads what it learns and goes there. On a phone a product page has its buy bar in this place.
 */
export function ChatBubble() {
  const { shop } = useShop()
  const on_product = useOpenPage() === 'product'
  if (shop.zalo_oa_id === undefined) return null
  return (
    <details className={`chat-bubble ${on_product ? 'max-md:hidden' : ''}`}>
      <summary className="chat-bubble-button">
        <Icon name="message-circle" className="size-6" />
        <span className="max-sm:sr-only">Chat Zalo</span>
      </summary>
      <div className="chat-bubble-sheet">
        <p>
          Cuộc trò chuyện diễn ra trên Zalo. Zalo biết tài khoản của bạn và những gì bạn gửi cho cửa
          hàng.
        </p>
        <a
          href={`https://zalo.me/${shop.zalo_oa_id}`}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="mt-3 inline-flex min-h-11 w-full items-center justify-center rounded-button bg-accent px-4 font-bold text-white hover:bg-accent-dark"
        >
          Mở Zalo
        </a>
      </div>
    </details>
  )
}
