import { addresses, pathWith } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { bannerPath, messageCampaignPath, popupPath } from '#admin/addresses/campaign-paths.ts'
import {
  articlePath,
  cardPath,
  draftPath,
  flashSalePath,
  landingPagePath,
  orderPath,
  personPath,
  rolePath,
  returnPath,
  staffCommentPath,
  staffReviewPath,
  unitPath,
  usedUnitPath,
} from '#admin/addresses/paths.ts'
import { document_prefixes } from '#admin/pages/changes/change-texts.ts'
import type { ChangeEntry } from '#contracts/staff/changes.ts'

const documents: Readonly<Record<string, StaffAddress>> = {
  receipt: addresses.receipt,
  transfer: addresses.transfer,
  count: addresses.count,
  repair_ticket: addresses.repair,
}

/** A return by its number, or the rules of returns. */
function returnsPath(thing_key: string): string {
  return /^\d+$/.test(thing_key)
    ? returnPath(`DT${thing_key.padStart(6, '0')}`)
    : addresses.return_rules.path
}

/** The page of the thing, if it has one. */
export function thingPath({ thing, thing_key, thing_name }: ChangeEntry): string | null {
  if (thing === 'order') return orderPath(thing_key)
  if (thing === 'draft') return draftPath(thing_key)
  if (thing === 'returns') return returnsPath(thing_key)
  if (thing === 'loyalty') return addresses.loyalty_tiers.path
  if (thing === 'game') return addresses.games.path
  if (thing === 'flash_sale') return flashSalePath(thing_key)
  if (thing === 'landing_page') return landingPagePath(thing_key)
  if (thing === 'article') return articlePath(thing_key)
  if (thing === 'post') return articlePath(`bai-${thing_key}`)
  if (thing === 'popup') return popupPath(thing_key)
  if (thing === 'banner') return bannerPath(thing_key)
  if (thing === 'static_page') return articlePath(`trang-${thing_key}`)
  if (thing === 'redirect') return addresses.redirects.path
  if (thing === 'used_unit') return usedUnitPath(thing_key)
  if (thing === 'review') return staffReviewPath(thing_key)
  if (thing === 'message_campaign') return messageCampaignPath(thing_key)
  if (thing === 'do_not_call') return addresses.message_campaigns.path
  if (thing === 'comment') return staffCommentPath(thing_key)
  if (thing === 'card') return cardPath(thing_key)
  if (thing === 'staff') return personPath(thing_key)
  if (thing === 'role') return rolePath(thing_key)
  if (thing === 'unit') return thing_name === null ? null : unitPath(thing_name)
  if (thing === 'carrier') return `${addresses.carriers.path}#${thing_key}`
  if (thing === 'gateway') return `${addresses.gateways.path}#${thing_key}`
  const document = documents[thing]
  if (document !== undefined) {
    return pathWith(document, { code: `${document_prefixes[thing]}${thing_key.padStart(6, '0')}` })
  }
  if (thing !== 'stock') return null
  const [product_id = '', shop_id = ''] = thing_key.split('/')
  return `${addresses.stock.path}?${new URLSearchParams({ product_id, shop_id })}`
}
