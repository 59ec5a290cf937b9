import { flag_titles, state_looks, state_titles } from '#admin/pages/orders/order-texts.ts'
import type { OrderFlag, OrderRow } from '#contracts/staff/orders.ts'

export function StateMark({ state }: { state: OrderRow['state'] }) {
  return (
    <span
      className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${state_looks[state]}`}
    >
      {state_titles[state]}
    </span>
  )
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span
      key={tag}
      className="mr-1 inline-block rounded-md border border-line px-1.5 text-2xs leading-5 font-semibold"
    >
      {tag}
    </span>
  ))
}

/** What staff should know before they call. */
export function Flags({ flags }: { flags: readonly OrderFlag[] }) {
  return flags.map((flag) => (
    <span
      key={flag}
      className={`mr-1 inline-block rounded-md px-1.5 text-2xs leading-5 font-semibold whitespace-nowrap ${flag === 'came_back' || flag === 'duplicate' ? 'bg-sale-soft text-sale' : 'bg-line/60 text-ink'}`}
    >
      {flag_titles[flag]}
    </span>
  ))
}
