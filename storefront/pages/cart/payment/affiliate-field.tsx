import { useSyncExternalStore } from 'react'
import { readCookies } from '#pure/cookies.ts'

/**
 * The click ids of the affiliate and of the advertisement that brought this shopper, as fields of the order. Only
 * scripts store one.
 */
export function AffiliateField() {
  const click_id = useSyncExternalStore(neverChanges, affiliateClick, () => '')
  const gclid = useSyncExternalStore(neverChanges, adClick, () => '')
  return (
    <>
      {click_id !== '' && <input type="hidden" name="affClickId" value={click_id} />}
      {gclid !== '' && <input type="hidden" name="gclid" value={gclid} />}
    </>
  )
}

const affiliateClick = () => readCookies(document.cookie).get('aff_session') ?? ''
const adClick = () => readCookies(document.cookie).get('gclid') ?? ''
const neverChanges = () => () => undefined
