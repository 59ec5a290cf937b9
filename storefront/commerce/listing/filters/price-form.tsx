import { PriceInput } from '#storefront/commerce/listing/filters/price-input.tsx'
import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PriceFacet } from '#contracts/storefront/search.ts'
import {
  listHref,
  type ListQuery,
  readListQuery,
} from '#storefront/commerce/listing/listing-query.ts'
import { buttonClass } from '#web/ui/button.ts'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { ListFields } from '#storefront/commerce/listing/filters/listing-fields.tsx'

interface PriceFormProps {
  path: string
  query: ListQuery
  price: PriceFacet
}

/** A price range to type, or with JavaScript to set with two thumbs. */
export function PriceForm({ path, query, price }: PriceFormProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const range = useOnDemand(() => import('#storefront/commerce/listing/filters/price-slider.tsx'))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new URLSearchParams(
      [...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value)]),
    )
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    void navigate(listHref(path, readListQuery(fields)), { preventScrollReset: true })
  }
  return (
    <form
      ref={form}
      action={path}
      data-scripted
      onSubmit={submit}
      onFocus={range.ask}
      onPointerEnter={range.ask}
    >
      <ListFields query={{ ...query, min_price: null, max_price: null, page: 1 }} />
      {range.value ? (
        <range.value.PriceSlider query={query} price={price} />
      ) : (
        <PriceInputs query={query} price={price} />
      )}
      <button type="submit" className={buttonClass('dark', 'mt-3 w-full')}>
        Áp dụng khoảng giá
      </button>
    </form>
  )
}

type PriceInputsProps = Omit<PriceFormProps, 'path'>

/** The ends of a price range as fields; empty means open. Reserves the space of the slider. */
function PriceInputs({ query, price }: PriceInputsProps) {
  const isOpen = query.min_price === null && query.max_price === null
  return (
    <>
      <div className="flex items-center gap-2">
        <PriceInput name="min_price" label="Giá từ" hint={price.min} value={query.min_price} />
        <span aria-hidden>–</span>
        <PriceInput name="max_price" label="Giá đến" hint={price.max} value={query.max_price} />
      </div>
      <div aria-hidden className="grid h-11 items-center noscript:hidden">
        <span className={`h-1.5 rounded-full ${isOpen ? 'range-still bg-accent' : 'bg-line'}`} />
      </div>
    </>
  )
}
