import { block_titles } from '#admin/pages/customers/customer-texts.ts'
import type { CustomerBlock } from '#contracts/staff/customers.ts'

export function BlockMark({ block }: { block: CustomerBlock | null }) {
  if (block === null) return null
  return (
    <span className="inline-block rounded-md bg-sale-soft px-2 text-xs leading-6 font-bold whitespace-nowrap text-sale">
      {block_titles[block]}
    </span>
  )
}
