import { Icon } from '#web/ui/icons.tsx'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { formatDong } from '#pure/money.ts'
import { formatTime } from '#pure/vietnam-time.ts'
import { memberSaving } from '#pure/price-rows.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { QuantityStepper } from '#storefront/pages/cart/quantity-stepper.tsx'
import { CartChoice } from '#storefront/pages/cart/cart-choice.tsx'
import { LineFields } from '#storefront/pages/cart/cart-line-fields.tsx'
import { type FlashOthers, hasFlashPrice } from '#storefront/pages/cart/flash/flash-limit.ts'
import { FlashLine } from '#storefront/pages/cart/flash/flash-line.tsx'
import { LinePrice } from '#storefront/commerce/checkout/line-price.tsx'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'

interface CartLineProps {
  line: CartItem
  /** What a combo line is bought with. */
  combo_text: string | null
  flash_others: FlashOthers
  /** Id of the form that the checkbox belongs to. It posts the selected lines. */
  form: string
  onSelect: (is_selected: boolean) => void
  onQuantity: (item_quantity: number) => void
  onRemove: () => void
}

/** Shows a line of the cart with its checkbox, quantity and remove button, and what changed since it was added. */
export function CartLine({
  line,
  combo_text,
  flash_others,
  form,
  onSelect,
  onQuantity,
  onRemove,
}: CartLineProps) {
  const isGone = line.state === 'sold_out' || line.state === 'unavailable'
  return (
    <li
      className={`grid grid-cols-[auto_auto_1fr] gap-x-2.5 gap-y-2 border-b border-line py-4 pr-3 last:border-0 sm:gap-x-4 sm:pr-5 ${line.parent_item_id === null ? 'pl-3 sm:pl-5' : 'pl-8 sm:pl-14'}`}
    >
      <SelectBox line={line} form={form} onSelect={onSelect} />
      <a href={`/${line.url_path}`} tabIndex={-1} aria-hidden className="sm:row-span-2">
        <LinePicture
          line={line}
          className={`size-20 sm:size-24 ${isGone ? 'opacity-50 grayscale' : ''}`}
        />
      </a>
      <div className="min-w-0 large-text:col-span-2">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <a
              href={`/${line.url_path}`}
              className={`line-clamp-2 text-body leading-snug font-semibold large-text:line-clamp-none hover:text-accent ${isGone ? 'text-muted' : ''}`}
            >
              {line.name}
            </a>
            {combo_text && (
              <p className="mt-0.5 text-sm font-semibold text-success">{combo_text}</p>
            )}
            {line.color_name && <p className="mt-0.5 text-sm text-muted">Màu: {line.color_name}</p>}
            {line.used && (
              <p className="mt-0.5 text-sm text-muted">
                Máy cũ, IMEI …{line.used.imei_tail} · {line.used.shop_name}
              </p>
            )}
          </div>
          <RemoveButton line={line} onRemove={onRemove} />
        </div>
        <LineFlags line={line} onQuantity={onQuantity} />
        {isGone && <Alternatives line={line} />}
        <CartChoice line={line} />
        <MemberSaving line={line} />
        <LinePrice trace={line.price_trace} />
        {line.flash && (
          <FlashLine
            flash={line.flash}
            item_quantity={line.item_quantity}
            has_flash_price={hasFlashPrice(line)}
            others={flash_others}
            lower={(quantity) => <ChangeTo {...{ line, quantity, onQuantity }} />}
          />
        )}
      </div>
      <div className="col-span-2 flex items-center justify-between gap-x-3 sm:col-span-1">
        {isGone ? (
          <p className="text-lead font-bold text-muted">{formatDong(line.final_price)}</p>
        ) : (
          <>
            <Price price={line.price} special_price={line.final_price} />
            {line.used ? (
              <p className="text-sm text-muted">Số lượng: 1</p>
            ) : (
              <QuantityForm line={line} onQuantity={onQuantity} />
            )}
          </>
        )}
      </div>
    </li>
  )
}

/** What the member saves on one unit, beyond what everybody saves. */
function MemberSaving({ line }: Pick<CartLineProps, 'line'>) {
  const { label, amount } = memberSaving(line.price_trace)
  if (amount === 0) return null
  return (
    <p className="mt-1 text-note font-semibold text-accent">
      {`${label} giảm thêm ${formatDong(amount)}`}
    </p>
  )
}

function SelectBox({ line, form, onSelect }: Pick<CartLineProps, 'line' | 'form' | 'onSelect'>) {
  return (
    <label className="row-span-2 -m-2 grid h-24 w-9 cursor-pointer sm:h-28 place-items-center p-2 has-disabled:cursor-not-allowed">
      <input
        type="checkbox"
        name="line_ids[]"
        value={line.line_id ?? ''}
        form={form}
        aria-label={`Chọn ${line.name}`}
        checked={line.is_selected && line.state === 'available'}
        disabled={line.state !== 'available'}
        onChange={(event) => onSelect(event.target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  )
}

function QuantityForm({ line, onQuantity }: Pick<CartLineProps, 'line' | 'onQuantity'>) {
  return (
    <Form method="post" action={cart_addresses.cart.path} className="shrink-0">
      <LineFields intent="set-quantity" line={line} />
      <QuantityStepper
        label={`Số lượng ${line.name}`}
        value={line.item_quantity}
        max={line.max_quantity}
        onChange={onQuantity}
      />
    </Form>
  )
}

function RemoveButton({ line, onRemove }: Pick<CartLineProps, 'line' | 'onRemove'>) {
  return (
    <Form
      method="post"
      action={cart_addresses.cart.path}
      onSubmit={(event) => {
        event.preventDefault()
        onRemove()
      }}
    >
      <LineFields intent="remove" line={line} />
      <button
        type="submit"
        aria-label={`Xóa ${line.name} khỏi giỏ hàng`}
        className="-my-2 -mr-2 grid size-11 place-items-center rounded-full text-muted hover:bg-mist hover:text-sale"
      >
        <Icon name="trash-2" className="size-5" />
      </button>
    </Form>
  )
}

function LineFlags({ line, onQuantity }: Pick<CartLineProps, 'line' | 'onQuantity'>) {
  return (
    <>
      {line.state === 'sold_out' && <Flag look="gone">{goneText(line)}</Flag>}
      {line.state === 'unavailable' && (
        <Flag look="gone">{line.used ? 'Máy đã ngừng bán' : 'Ngừng kinh doanh'}</Flag>
      )}
      {line.state === 'not_enough' && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Flag look="short">Chỉ còn {line.max_quantity}</Flag>
          <ChangeTo line={line} quantity={line.max_quantity} onQuantity={onQuantity} />
        </div>
      )}
      {line.charge_note === undefined ? null : <Flag look="short">{line.charge_note}</Flag>}
      {line.previous_price !== null && line.previous_price !== line.final_price && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-sm">
          <Flag look={line.previous_price > line.final_price ? 'cheaper' : 'dearer'}>
            Giá đã thay đổi
          </Flag>
          <span className="text-muted">
            <del>{formatDong(line.previous_price)}</del> → {formatDong(line.final_price)}
          </span>
        </p>
      )}
    </>
  )
}

/** The page of a product shows its other colours and what is like it. */
function Alternatives({ line: { used, url_path, name } }: Pick<CartLineProps, 'line'>) {
  return (
    <p className="mt-1 text-sm">
      <a href={`/${url_path}`} className="font-semibold text-accent hover:underline">
        {used === undefined ? 'Xem màu khác và sản phẩm tương tự' : 'Xem máy cũ khác'}
        <span className="sr-only"> của {name}</span>
      </a>
    </p>
  )
}

function goneText({ used }: CartItem): string {
  if (used === undefined) return 'Hết hàng'
  if (used.reserved_until === null) return 'Đã bán'
  return `Đang giữ chỗ cho khách khác đến ${formatTime(new Date(used.reserved_until))}`
}

interface ChangeToProps extends Pick<CartLineProps, 'line' | 'onQuantity'> {
  quantity: number
}

/** Where more units are wanted than can be bought: a button sets the quantity to those. */
function ChangeTo({ line, quantity, onQuantity }: ChangeToProps) {
  return (
    <Form
      method="post"
      action={cart_addresses.cart.path}
      onSubmit={(event) => {
        event.preventDefault()
        onQuantity(quantity)
      }}
    >
      <LineFields intent="set-quantity" line={line} />
      <button
        type="submit"
        name="item_quantity"
        value={quantity}
        className={buttonClass('quiet', '-my-2 px-2! text-sm')}
      >
        Đổi thành {quantity}
      </button>
    </Form>
  )
}

const flags = {
  gone: 'bg-mist text-ink',
  short: 'bg-gold-soft text-ink',
  cheaper: 'bg-success-soft text-success',
  dearer: 'bg-sale-soft text-sale',
} as const

function Flag({ look, children }: { look: keyof typeof flags; children: ReactNode }) {
  return (
    <span
      className={`mt-1 inline-block rounded-md px-2 py-0.5 text-note font-semibold ${flags[look]}`}
    >
      {children}
    </span>
  )
}
