import type { MouseEvent } from 'react'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Icon } from '#web/ui/icons.tsx'

/**
 * "Chia sẻ": opens the phone's share sheet if it has one (with Zalo, Messenger …), else copies the address.
 * Without scripts it is a link to Facebook.
 */
export function ShareMenu({ path, name }: { path: string; name: string }) {
  const { shop } = useShop()
  const url = shop.public_url + path
  const share = async (event: MouseEvent) => {
    event.preventDefault()
    const { shareOrCopy } = await import('#storefront/pages/product/share-or-copy.ts')
    await shareOrCopy({ title: name, url })
  }
  return (
    <a
      href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`}
      target="_blank"
      rel="noopener"
      data-scripted
      onClick={share}
      className="title-link inline-flex gap-1.5"
    >
      <Icon name="share" className="size-4" />
      Chia sẻ
    </a>
  )
}
