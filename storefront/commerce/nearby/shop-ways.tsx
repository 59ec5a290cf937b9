import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { telLink } from '#web/ui/tel-link.ts'

interface Props {
  shop: { name: string; phone: string; directions: string }
  /** Further links of the row. */
  children?: ReactNode
}

/** How somebody who is expected in a shop gets there: directions and its phone. */
export function ShopWays({ shop, children }: Props) {
  return (
    <p className="flex flex-wrap gap-2">
      <a
        href={shop.directions}
        target="_blank"
        rel="noopener"
        className={buttonClass('outline', 'min-h-11')}
      >
        <Icon name="navigation" className="size-4" />
        Chỉ đường<span className="sr-only"> đến {shop.name}, mở trong thẻ mới</span>
      </a>
      <a href={telLink(shop.phone)} className={buttonClass('outline', 'min-h-11')}>
        <Icon name="phone" className="size-4" />
        {shop.phone}
      </a>
      {children}
    </p>
  )
}
