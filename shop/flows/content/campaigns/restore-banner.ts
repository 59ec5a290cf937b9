import { refuseBanner } from '#contracts/staff/offers/banners.ts'
import type { Tables, Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import type { Updateable } from 'kysely'
import { type StoredBanner, updateBanner } from '#shop/content/banner-staff-store.ts'
import { lockSeen } from '#shop/flows/content/campaigns/banner-staff.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { selectPictures } from '#shop/picture/picture-store.ts'

type Columns = Updateable<Tables['banner']>

/** Gives a banner back what it had, if it has the version which was seen and its pictures are still there. */
export async function restoreBanner(
  { now, write }: StaffFlowDeps,
  actor: StaffActor,
  { banner_id, version }: Pick<StoredBanner, 'banner_id' | 'version'>,
  before: Columns,
): Promise<void> {
  await write({ actor, operation: 'banners.saveBanner' }, async (tx) => {
    await lockSeen(tx, { banner_id, version })
    await checkPictures(tx, banner_id, [before.image, before.image_mobile])
    // The ledger has no blur previews.
    const blur = before.image === undefined ? {} : { image_blur: null }
    const by = { version: version + 1, changed_at: now(), changed_by: actor.name }
    await updateBanner(tx, banner_id, { ...before, ...blur, ...by })
  })
}

async function checkPictures(
  tx: Tx,
  subject_id: number,
  images: readonly (string | null | undefined)[],
): Promise<void> {
  const attached = await selectPictures(tx, { subject_kind: 'banner', subject_id })
  const uploaded = images.flatMap((image) => (image ? (articlePicture(image) ?? []) : []))
  const is_there = uploaded.every(({ hash }) => attached.some((one) => one.hash === hash))
  if (!is_there) throw refuseBanner('picture_gone')
}
