import { useSyncExternalStore } from 'react'
import { affiliateClickId } from '#storefront/runtime/browser/affiliate.ts'

/** The click id of the affiliate that brought this shopper, as a field of the order. Only scripts store one. */
export function AffiliateField() {
  const click_id = useSyncExternalStore(neverChanges, clickId, () => '')
  return click_id === '' ? null : <input type="hidden" name="affClickId" value={click_id} />
}

const clickId = () => affiliateClickId(document.cookie)
const neverChanges = () => () => undefined
