import { popups as contract, refusePopup } from '#contracts/staff/offers/popups.ts'
import type { Tx } from '#db/schema.ts'
import { mayCall } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { vietnamInstant } from '#pure/vietnam-time.ts'
import {
  insertPopup,
  listAllPopups,
  listPopupImages,
  lockPopup,
  updatePopup,
} from '#shop/content/popup-staff-store.ts'
import { displayStateAt } from '#shop/content/popup.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'

const states = ['running', 'planned', 'off', 'over']

/** Popups that staff make, change and switch off (decision 280). */
export function popupStaffService({ db, now, write }: StaffFlowDeps): Service<typeof contract> {
  return {
    async popups(actor) {
      const rows = (await listAllPopups(db)).map(
        ({ popup_id, image, image_width, image_height, starts_at, ends_at, ...row }) => ({
          ...row,
          id: popup_id,
          image: { src: image, alt: '', width: image_width, height: image_height },
          start_date: starts_at.toISOString(),
          end_date: ends_at.toISOString(),
          changed_at: row.changed_at.toISOString(),
          state: displayStateAt({ ...row, starts_at, ends_at }, now()),
        }),
      )
      const images = await listPopupImages(db)
      return {
        rows: rows.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state)),
        images: images.map(({ image }) => image),
        may_change: mayCall(contract.savePopup, actor),
      }
    },
    async savePopup(actor, { popup_id, version, ...input }) {
      const { refuse } = contract.savePopup
      const starts_at = vietnamInstant(input.starts_at.slice(0, 10), input.starts_at.slice(11))
      const ends_at = vietnamInstant(input.ends_at.slice(0, 10), input.ends_at.slice(11))
      if (starts_at >= ends_at) throw refuse('times_refused')
      return write({ actor, operation: 'popups.savePopup' }, async (tx) => {
        if (popup_id !== 0) await lockSeen(tx, { popup_id, version })
        const picture = (await listPopupImages(tx)).find(({ image }) => image === input.image)
        if (picture === undefined) throw refuse('image_refused')
        const by = { changed_at: now(), changed_by: actor.name }
        const fields = { ...input, ...picture, starts_at, ends_at, ...by }
        if (popup_id === 0) return { popup_id: await insertPopup(tx, fields), version: 1 }
        await updatePopup(tx, popup_id, { ...fields, version: version + 1 })
        return { popup_id, version: version + 1 }
      })
    },
    async switchPopup(actor, { popup_id, version, is_active }) {
      await write({ actor, operation: 'popups.switchPopup' }, async (tx) => {
        await lockSeen(tx, { popup_id, version })
        const by = { version: version + 1, changed_at: now(), changed_by: actor.name }
        await updatePopup(tx, popup_id, { is_active, ...by })
      })
      return { version: version + 1 }
    },
  }
}

async function lockSeen(tx: Tx, seen: { popup_id: number; version: number }): Promise<void> {
  const version = await lockPopup(tx, seen.popup_id)
  if (version === undefined) throw refusePopup('popup_not_found')
  if (version !== seen.version) throw refusePopup('popup_changed')
}
