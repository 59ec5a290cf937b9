import { Fragment, type ReactNode } from 'react'
import type { Listing } from '#contracts/storefront/search.ts'
import type { ListQuery } from '#storefront/commerce/listing/listing-query.ts'
import { valueGroups } from '#storefront/commerce/listing/filters/value-groups.ts'
import { PriceInput } from '#storefront/commerce/listing/filters/price-input.tsx'

interface FilterFieldsProps {
  /** The values when the form was opened. */
  query: ListQuery
  /** The counts for the values ticked now. */
  listing: Listing
  province: string
}

/** All filters of a list as fields of one form. A ticked value is sent under the filter's code. */
export function FilterFields({ query, listing, province }: FilterFieldsProps) {
  const { facets, price, in_stock_count } = listing
  return (
    <>
      {query.q === '' ? null : <input type="hidden" name="q" value={query.q} />}
      {query.sort === null ? null : <input type="hidden" name="sort" value={query.sort} />}
      <FieldGroup name="Tình trạng">
        <Tick
          name="in_stock"
          value="1"
          label={`Sẵn hàng tại ${province}`}
          count={in_stock_count}
          is_chosen={query.in_stock}
        />
      </FieldGroup>
      {price === null ? null : (
        <fieldset className="grid gap-2.5">
          <legend className="mb-2.5 font-bold">Giá</legend>
          <div className="flex max-w-md items-center gap-2">
            <PriceInput name="min_price" label="Giá từ" hint={price.min} value={query.min_price} />
            <span aria-hidden>–</span>
            <PriceInput name="max_price" label="Giá đến" hint={price.max} value={query.max_price} />
          </div>
        </fieldset>
      )}
      {facets.map(({ code, name, values }) => (
        <FieldGroup key={code} name={name}>
          {valueGroups(values).map((group) => (
            <Fragment key={group.name}>
              {group.name === null ? null : (
                <p className="value-group w-full not-first:mt-2">{group.name}</p>
              )}
              {group.values.map(({ value, label, count }) => (
                <Tick
                  key={value}
                  name={code}
                  value={value}
                  label={label}
                  count={count}
                  is_chosen={query.choices[code]?.includes(value) ?? false}
                />
              ))}
            </Fragment>
          ))}
        </FieldGroup>
      ))}
    </>
  )
}

function FieldGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2.5 font-bold">{name}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  )
}

interface TickProps {
  name: string
  value: string
  label: string
  count: number
  is_chosen: boolean
}

/** A value to tick. A value without products is disabled, unless it is ticked already. */
function Tick({ name, value, label, count, is_chosen }: TickProps) {
  return (
    <label className="filter-value has-checked:border-accent has-checked:bg-cream has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-[:disabled]:cursor-not-allowed has-[:disabled]:bg-mist has-[:disabled]:text-muted">
      {/* The words come first and make the width: a box that is there in part would stand in another row. */}
      {label}
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={is_chosen}
        disabled={count === 0 && !is_chosen}
        className="sr-only"
      />
      <span className="text-xs text-muted">{count}</span>
    </label>
  )
}
