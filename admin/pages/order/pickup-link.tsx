import { Link } from 'react-router'
import { pickupPath } from '#admin/addresses/paths.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import type { ShownOrder } from '#admin/pages/order/timeline-texts.ts'

/** Leads to where an order is prepared and given to its shopper, if it is picked up. */
export function PickupLink({ order: { code, delivery, state } }: { order: ShownOrder }) {
  if (delivery !== 'store_pickup') return null
  if (state !== 'confirmed' && state !== 'ready_for_pickup') return null
  return (
    <Link to={pickupPath(code)} data-key="e" className="tool-main">
      {state === 'confirmed' ? 'Soạn hàng' : 'Giao cho khách'} <Key name="e" />
    </Link>
  )
}
