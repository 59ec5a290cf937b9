import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import type { SyntheticEvent } from 'react'
import { useWishes } from '#storefront/runtime/sign-in/session-state.ts'
import { Icon } from '#web/ui/icons.tsx'

interface WishButtonProps {
  product_id: number
  className: string
}

/**
 * "Yêu thích": likes the product, or no longer. With scripts the page stays; whether the product is liked already
 * arrives after the page (decision 202). Without scripts the form goes to the list.
 */
export function WishButton({ product_id, className }: WishButtonProps) {
  const wishes = useWishes()
  const is_wished = wishes?.includes(product_id) ?? false
  const press = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { sendWish } = await import('#storefront/pages/product/wish/send-wish.ts')
    // A second press meanwhile sends the same once more, which changes nothing.
    await sendWish(product_id, !is_wished)
  }
  return (
    <form method="post" action={frame_paths.wishlist} onSubmit={press} className="contents">
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="product_id" value={product_id} />
      <button
        type="submit"
        aria-pressed={wishes === null ? undefined : is_wished}
        className={`${className} gap-1.5`}
      >
        <Icon
          name="heart"
          className={`size-4 ${is_wished ? 'fill-sale text-sale' : 'fill-none'}`}
        />
        Yêu thích
      </button>
    </form>
  )
}
