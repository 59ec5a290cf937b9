import type { NoticeSubject } from '#contracts/storefront/notices.ts'
import { formatDong } from '#pure/money.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'

/** The item that a notice is about, with a link to its page. */
export function NoticeItem({ item }: { item: NoticeSubject }) {
  return (
    <div className="flex items-center gap-3">
      <LinePicture line={item} className="size-20 shrink-0" />
      <div className="min-w-0">
        <p className="leading-snug font-semibold">
          <a href={`/${item.url_path}`} className="hover:text-accent hover:underline">
            {item.name}
          </a>
        </p>
        {item.color_name !== null && (
          <p className="mt-0.5 text-sm text-muted">Màu: {item.color_name}</p>
        )}
        <p className="mt-0.5 text-body">
          {item.price !== null && (
            <span className="font-bold text-sale">{formatDong(item.price)}</span>
          )}{' '}
          <span className="text-muted">{item.is_in_stock ? 'Còn hàng' : 'Tạm hết hàng'}</span>
        </p>
      </div>
    </div>
  )
}
