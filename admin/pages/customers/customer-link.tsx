import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { customerPath } from '#admin/addresses/paths.ts'
import { useMayOpen } from '#admin/kit/frame.tsx'

/** The way from an order to its customer, for whoever may open that page. */
export function CustomerLink({ order_code }: { order_code: string }) {
  if (!useMayOpen(addresses.customers.page)) return null
  return (
    <Link to={customerPath(order_code)} className="link text-xs font-semibold">
      Hồ sơ khách
    </Link>
  )
}
