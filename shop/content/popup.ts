import type { EventPopup } from '#contracts/storefront/content.ts'
import type { PopupRow as StaffPopup } from '#contracts/staff/offers/popups.ts'
import { resolveLink } from '#shop/content/links.ts'
import type { PopupRow } from '#shop/content/popup-store.ts'

/** Page size of contract §9. */
export const popups_per_page = 10

/** Returns popups as shoppers see them; one whose target is no longer in the shop is left out. */
export function popupsOf(rows: readonly PopupRow[]): EventPopup[] {
  return rows.flatMap((row) => {
    const link = resolveLink(row.link, row.target ?? undefined)
    return link === null ? [] : [popupOf(row, link)]
  })
}

interface Shown {
  is_active: boolean
  starts_at: Date | null
  ends_at: Date | null
}

/** What becomes of a popup or banner at `now`, for staff. */
export function displayStateAt(
  { is_active, starts_at, ends_at }: Shown,
  now: Date,
): StaffPopup['state'] {
  if (ends_at !== null && ends_at <= now) return 'over'
  if (!is_active) return 'off'
  return starts_at !== null && starts_at > now ? 'planned' : 'running'
}

function popupOf(row: PopupRow, link: string): EventPopup {
  const { title, sentence, button, ink, priority, is_active, exclude_page } = row
  return {
    id: row.popup_id,
    ...{ title, sentence, button, ink, link, priority, is_active, exclude_page },
    image: { src: row.image, alt: '', width: row.image_width, height: row.image_height },
    start_date: row.starts_at.toISOString(),
    end_date: row.ends_at.toISOString(),
  }
}
