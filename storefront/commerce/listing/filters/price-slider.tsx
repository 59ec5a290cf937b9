import { useState } from 'react'
import type { PriceFacet } from '#contracts/storefront/search.ts'
import { formatDong } from '#pure/money.ts'
import type { ListQuery } from '#storefront/commerce/listing/listing-query.ts'
import { PriceInput } from '#storefront/commerce/listing/filters/price-input.tsx'

interface PriceSliderProps {
  query: Pick<ListQuery, 'min_price' | 'max_price'>
  price: PriceFacet
}

/** Two fields and a slider with two thumbs for the same range. The form sends the fields. */
export function PriceSlider({ query, price }: PriceSliderProps) {
  const stops = stopsBetween(price.min, price.max)
  const last = stops.length - 1
  const [low, setLow] = useState(query.min_price)
  const [high, setHigh] = useState(query.max_price)
  const from = low === null ? 0 : nearest(stops, low)
  const to = high === null ? last : nearest(stops, high)
  const ends = [
    {
      label: 'Giá từ',
      at: from,
      set: (at: number) => setLow(at === 0 ? null : (stops[Math.min(at, to)] ?? null)),
    },
    {
      label: 'Giá đến',
      at: to,
      set: (at: number) => setHigh(at === last ? null : (stops[Math.max(at, from)] ?? null)),
    },
  ]
  return (
    <>
      <div className="flex items-center gap-2">
        <PriceInput name="min_price" label="Giá từ" hint={price.min} value={low} onType={setLow} />
        <span aria-hidden>–</span>
        <PriceInput
          name="max_price"
          label="Giá đến"
          hint={price.max}
          value={high}
          onType={setHigh}
        />
      </div>
      <div className="relative h-11">
        <span className="absolute inset-x-0 top-5 h-1.5 rounded-full bg-line" />
        <span
          className="absolute top-5 h-1.5 rounded-full bg-accent"
          style={{ left: `${(from / last) * 100}%`, right: `${100 - (to / last) * 100}%` }}
        />
        {ends.map(({ label, at, set }) => (
          <input
            key={label}
            type="range"
            aria-label={`${label} (kéo)`}
            aria-valuetext={formatDong(stops[at] ?? 0)}
            min={0}
            max={last}
            value={at}
            onChange={(event) => set(Number(event.currentTarget.value))}
            className="range-thumb"
          />
        ))}
      </div>
    </>
  )
}

/** Prices at which a thumb stops, in smaller steps where products are cheap. */
function stopsBetween(min: number, max: number): number[] {
  const stops = [min]
  for (let at = stepUp(min); at < max; at = stepUp(at)) stops.push(at)
  return [...stops, Math.max(max, min + 1)]
}

const STEPS = [
  [1_000_000, 50_000],
  [5_000_000, 250_000],
  [20_000_000, 1_000_000],
  [Infinity, 2_500_000],
] as const

function stepUp(amount: number): number {
  const [, step] = STEPS.find(([below]) => amount < below) ?? STEPS[3]
  return (Math.floor(amount / step) + 1) * step
}

function nearest(stops: readonly number[], amount: number): number {
  const above = stops.findIndex((stop) => stop >= amount)
  return above === -1 ? stops.length - 1 : above
}
