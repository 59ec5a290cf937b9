import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { formatDong } from '#pure/money.ts'
import type { ItemType } from '#pure/formats/item-types.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { Icon } from '#web/ui/icons.tsx'

interface Props {
  line: CartItem
  title: string
  /** What stands below the title, such as the colour. */
  note?: string | undefined
  /** What stands below the price, such as a monthly payment. */
  price_note?: string | undefined
  /** What stands before the title, such as how many. */
  lead?: ReactNode
  /** The box or button that picks the line, in the form with this id. */
  picker: { type: 'checkbox' | 'radio'; form: string; name: string; value: string | number }
  /** Which cart the line is in (contract §3 item_type). */
  item_type: ItemType
  /** What is said of a line that cannot be bought now. */
  unavailable: string
}

/** A line of the cart of services or of loans: some of these lines are picked for the next step. */
export function PickedLine({
  line,
  title,
  note,
  price_note,
  lead,
  picker,
  item_type,
  unavailable,
}: Props) {
  const is_busy = useNavigation().state !== 'idle'
  const { line_id, final_price, price, state } = line
  return (
    <li className="flex items-start gap-3 p-4 large-text:flex-wrap">
      <input
        {...picker}
        defaultChecked={line.is_selected && state === 'available'}
        disabled={state !== 'available'}
        aria-label={`Chọn ${title}`}
        className="mt-6 size-5 shrink-0 accent-accent"
      />
      <LinePicture line={line} className="size-18 shrink-0" />
      <div className="min-w-0 flex-1 large-text:order-1 large-text:basis-full">
        <a href={`/${line.url_path}`} className="font-semibold hover:text-accent hover:underline">
          {lead}
          {title}
        </a>
        {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <strong className="text-sale">{formatDong(final_price)}</strong>
          {price > final_price && (
            <s className="text-sm text-muted">
              <span className="sr-only">Giá cũ: </span>
              {formatDong(price)}
            </s>
          )}
          {state !== 'available' && (
            <span className="text-sm font-semibold text-sale">{unavailable}</span>
          )}
        </p>
        {price_note && <p className="text-xs text-muted">{price_note}</p>}
      </div>
      <Form method="post" action={cart_addresses.cart.path}>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="item_type" value={item_type} />
        <input type="hidden" name="line_id" value={line_id ?? ''} />
        <button
          type="submit"
          aria-disabled={is_busy}
          aria-label={`Xóa ${title}`}
          className="grid size-11 place-items-center rounded-xl text-muted hover:bg-mist hover:text-ink"
        >
          <Icon name="trash-2" className="size-5" />
        </button>
      </Form>
    </li>
  )
}
