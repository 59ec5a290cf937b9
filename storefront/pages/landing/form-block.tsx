import { useId } from 'react'
import { account_addresses } from '#storefront/addresses/account.ts'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import { search_addresses } from '#storefront/addresses/search.ts'
import { trade_in_addresses } from '#storefront/addresses/trade-in.ts'
import { used_addresses } from '#storefront/addresses/used.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'

/** Where each question is answered, and the query key of what was typed. */
const answers: Record<ShownOf<'form'>['asks'], { action: string; name: string }> = {
  goods: { action: search_addresses.search.path, name: 'q' },
  repairs: { action: repair_hubs['dien-thoai'].path, name: 'q' },
  used: { action: used_addresses.used.path, name: 'q' },
  trade_in: { action: trade_in_addresses.tradeIn.path, name: 'q' },
  order: { action: account_addresses.lookup.path, name: 'ma' },
}

/** A form with one field, which works without scripts: its answer is a page of the shop. */
export function FormBlock({ block }: { block: ShownOf<'form'> }) {
  const { title, sentence, label, button, asks } = block
  const id = useId()
  const { action, name } = answers[asks]
  return (
    <LandingSection title={title} sentence={sentence}>
      <form action={action} className="landing-form">
        <label htmlFor={id}>{label}</label>
        <input id={id} name={name} required maxLength={100} autoComplete="off" />
        <button type="submit">{button}</button>
      </form>
    </LandingSection>
  )
}
