import { addresses, pathWith } from '#admin/addresses/addresses.ts'

/** The page of a campaign of messages; `moi`: one that does not exist yet. */
export function messageCampaignPath(campaign_id: number | string): string {
  return pathWith(addresses.message_campaign, { campaign_id: String(campaign_id) })
}

/** The page of a banner; `moi`: one that does not exist yet. */
export function bannerPath(banner_id: number | string): string {
  return pathWith(addresses.banner, { banner_id: String(banner_id) })
}

/** The popups with the form of one of them open. */
export function popupPath(popup_id: number | string): string {
  return `${addresses.popups.path}?sua=${popup_id}`
}
