import {
  banners as contract,
  type BannerRow,
  refuseBanner,
} from '#contracts/staff/offers/banners.ts'
import { max_pictures, type UploadedPicture } from '#contracts/staff/pictures.ts'
import type { Database, Tx } from '#db/schema.ts'
import { blurOf } from '#platform/images/picture-blur.ts'
import { mayCall } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { articlePicture, articlePicturePath } from '#pure/formats/article-picture.ts'
import {
  type BannerPicture,
  type BannerPlace,
  bannerSize,
  fitsBanner,
} from '#pure/formats/banner-pictures.ts'
import { vietnamInstant } from '#pure/vietnam-time.ts'
import {
  type BannerImage,
  type BannerPlacement,
  findBannerImage,
  insertBanner,
  listAllBanners,
  listBannerCategories,
  lockBanner,
  lockPlacement,
  type StoredBanner,
  updateBanner,
} from '#shop/content/banner-staff-store.ts'
import { bannerOf, placementOf, positionsFor } from '#shop/content/banner.ts'
import { findTargets } from '#shop/content/link-store.ts'
import { pathOf, resolveLink } from '#shop/content/links.ts'
import { displayStateAt } from '#shop/content/popup.ts'
import { listActiveRedirects } from '#shop/content/redirect/redirect-store.ts'
import { leadFrom } from '#shop/content/redirect/redirect.ts'
import type { PictureFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { deletePicture, selectPictures } from '#shop/picture/picture-store.ts'
import { attachPictures, storeTaken, takeUpload } from '#shop/picture/pictures.ts'

interface Deps extends PictureFlowDeps {
  /** First path segments of the shop's own pages. */
  reserved_paths: readonly string[]
}

type SaveInput = Parameters<Service<typeof contract>['saveBanner']>[1]

/** Banners that staff make, change, move and switch off. */
export function bannerStaffService(deps: Deps): Service<typeof contract> {
  const { db, now, write } = deps
  const form = async (actor: StaffActor) => ({
    categories: (await listBannerCategories(db)).map(({ category_id, name }) => ({
      value: String(category_id),
      title: name,
    })),
    may_change: mayCall(contract.saveBanner, actor),
  })
  return {
    async banners(actor, { placement, state }) {
      const rows = (await listRows(deps, null)).filter(
        (row) =>
          (placement === undefined || row.placement === placement) &&
          (state === undefined || row.state === state),
      )
      return { rows, ...(await form(actor)) }
    },
    async banner(actor, { banner_id }) {
      const [banner = null] = banner_id === 0 ? [] : await listRows(deps, banner_id)
      if (banner_id !== 0 && banner === null) throw contract.banner.refuse('banner_not_found')
      return { banner, ...(await form(actor)) }
    },
    saveBanner: (actor, input) => saveBanner(deps, actor, input),
    async switchBanner(actor, { banner_id, version, is_active }) {
      await write({ actor, operation: 'banners.switchBanner' }, async (tx) => {
        await lockSeen(tx, { banner_id, version })
        const by = { version: version + 1, changed_at: now(), changed_by: actor.name }
        await updateBanner(tx, banner_id, { is_active, ...by })
      })
      return { version: version + 1 }
    },
    async moveBanner(actor, { banner_id, is_up }) {
      await write({ actor, operation: 'banners.moveBanner' }, async (tx) => {
        const banner = await lockBanner(tx, banner_id)
        if (banner === undefined) throw contract.moveBanner.refuse('banner_not_found')
        await move(tx, banner, is_up, { changed_at: now(), changed_by: actor.name })
      })
      return { banner_id }
    },
  }
}

async function listRows(deps: Deps, banner_id: number | null): Promise<BannerRow[]> {
  const rows = await listAllBanners(deps.db, banner_id)
  const leads = await pathCheck(deps)
  return rows.map(({ category, target, ...row }) => ({
    ...bannerOf(row, row.path),
    ...{ placement: placementOf(row), place: row.place, category },
    leads: leads(row.path, target ?? undefined),
    ...{ is_active: row.is_active, state: displayStateAt(row, deps.now()), version: row.version },
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    changed_at: row.changed_at.toISOString(),
    changed_by: row.changed_by,
  }))
}

/** Returns whether a path leads somewhere: to an address of the catalogue or content, a page, or by a redirect. */
async function pathCheck({ db, reserved_paths }: Deps) {
  const rules = new Map((await listActiveRedirects(db)).map((rule) => [rule.path, rule]))
  return (path: string, target: { path: string | null } | undefined): boolean => {
    if (target !== undefined) return resolveLink(path, target) !== null
    if (path === '/') return true
    const own = pathOf(path)
    return reserved_paths.includes(own.split('/')[1] ?? '') || leadFrom(rules, own) !== null
  }
}

async function saveBanner(
  deps: Deps,
  actor: StaffActor,
  input: SaveInput,
): Promise<{ banner_id: number; version: number }> {
  const { db, now, write } = deps
  const { refuse } = contract.saveBanner
  const { banner_id, version, label, eyebrow, button, ink, alt, path, is_active } = input
  const [starts_at, ends_at] = [instantOf(input.starts_at), instantOf(input.ends_at)]
  if (starts_at !== null && ends_at !== null && starts_at >= ends_at) throw refuse('times_refused')
  const placement = await placementFrom(db, input.placement)
  const target = (await findTargets(db, [pathOf(path)])).get(pathOf(path))
  if (!(await pathCheck(deps))(path, target)) throw refuse('path_refused')
  const wide = await takenImage(deps, actor, input.wide[0], [placement.place, 'wide'])
  const narrow = await takenImage(deps, actor, input.narrow[0], [placement.place, 'narrow'])
  return write({ actor, operation: 'banners.saveBanner' }, async (tx) => {
    const known = banner_id === 0 ? null : await lockSeen(tx, { banner_id, version })
    const image = wide ?? (await knownImage(tx, input.image))
    if (image === null) throw refuse('image_refused')
    const mobile = narrow ?? (await knownImage(tx, input.image_mobile))
    checkShape(image, placement.place, 'wide')
    if (mobile !== null) checkShape(mobile, placement.place, 'narrow')
    const fields = {
      ...{ label, eyebrow, button, ink, alt, path, is_active, starts_at, ends_at, ...placement },
      ...columnsOf(image, mobile),
      ...{ position: await positionAt(tx, known, placement), version: version + 1 },
      ...{ changed_at: now(), changed_by: actor.name },
    }
    const id = known === null ? await insertBanner(tx, fields) : banner_id
    if (known !== null) await updateBanner(tx, id, fields)
    await attachImages(tx, id, [image, mobile], { staff_name: actor.name, at: now() })
    return { banner_id: id, version: version + 1 }
  })
}

function instantOf(time: string): Date | null {
  return time === '' ? null : vietnamInstant(time.slice(0, 10), time.slice(11))
}

async function placementFrom(db: Database, placement: string): Promise<BannerPlacement> {
  if (placement === 'hero' || placement === 'right') return { place: placement, category_id: null }
  const category_id = Number(placement)
  const is_known = (await listBannerCategories(db)).some((row) => row.category_id === category_id)
  if (!is_known) throw contract.saveBanner.refuse('placement_refused')
  return { place: 'category', category_id }
}

/** Takes in an upload that fits its place and stores it; null: there is none. */
async function takenImage(
  deps: Deps,
  { name: staff_name }: StaffActor,
  upload: UploadedPicture | undefined,
  [place, picture]: [BannerPlace, BannerPicture],
): Promise<BannerImage | null> {
  if (upload === undefined) return null
  const taken = await takeUpload(deps.pictures, upload)
  checkShape(taken, place, picture)
  await storeTaken(deps, [taken], staff_name)
  const { width, height } = taken
  return { src: articlePicturePath(taken), width, height, blur: await blurOf(taken.small) }
}

function checkShape(
  { width, height }: { width: number; height: number },
  place: BannerPlace,
  picture: BannerPicture,
): void {
  if (fitsBanner({ width, height }, place, picture)) return
  const wanted = bannerSize(place, picture)
  throw contract.saveBanner.refuse('shape_refused', { picture, width, height, wanted })
}

/** A picture that a banner has already; null: none is named. */
async function knownImage(tx: Tx, src: string): Promise<BannerImage | null> {
  if (src === '') return null
  const image = await findBannerImage(tx, src)
  if (image === undefined) throw contract.saveBanner.refuse('image_refused')
  return image
}

function columnsOf(image: BannerImage, mobile: BannerImage | null) {
  return {
    ...{ image: image.src, image_width: image.width, image_height: image.height },
    image_blur: image.blur,
    image_mobile: mobile?.src ?? null,
    image_mobile_width: mobile?.width ?? null,
    image_mobile_height: mobile?.height ?? null,
  }
}

/** A banner that comes to a place is its last. */
async function positionAt(
  tx: Tx,
  known: StoredBanner | null,
  placement: BannerPlacement,
): Promise<number> {
  if (known !== null && placementOf(known) === placementOf(placement)) return known.position
  const others = await lockPlacement(tx, placement)
  return Math.max(0, ...others.map(({ position }) => position + 1))
}

/** Attaches the uploaded pictures of a banner. Former ones stay for an undo, as far as there is room. */
async function attachImages(
  tx: Tx,
  subject_id: number,
  images: readonly (BannerImage | null)[],
  by: { staff_name: string; at: Date },
): Promise<void> {
  const used = images.flatMap((image) => (image && articlePicture(image.src)) ?? [])
  if (used.length === 0) return
  const subject = { subject_kind: 'banner', subject_id } as const
  const attached = await selectPictures(tx, subject)
  const former = attached.filter(({ hash }) => used.every((one) => one.hash !== hash))
  const surplus = Math.max(0, former.length + used.length - max_pictures.of_subject)
  for (const { picture_id } of former.slice(0, surplus)) {
    await deletePicture(tx, subject, picture_id, by.at)
  }
  await attachPictures(tx, subject, used, by)
}

/** Locks a banner, if it has the version that was seen. */
export async function lockSeen(
  tx: Tx,
  seen: { banner_id: number; version: number },
): Promise<StoredBanner> {
  const banner = await lockBanner(tx, seen.banner_id)
  if (banner === undefined) throw refuseBanner('banner_not_found')
  if (banner.version !== seen.version) throw refuseBanner('banner_changed')
  return banner
}

/** Swaps a banner with its neighbour. The first one stays the first, the last one the last. */
async function move(
  tx: Tx,
  banner: StoredBanner,
  is_up: boolean,
  by: { changed_at: Date; changed_by: string },
): Promise<void> {
  const stored = await lockPlacement(tx, banner)
  const sequence = stored.map(({ banner_id }) => banner_id)
  const from = sequence.indexOf(banner.banner_id)
  const to = from + (is_up ? -1 : 1)
  const other = sequence[to]
  if (other === undefined) return
  sequence[to] = banner.banner_id
  sequence[from] = other
  const before = new Map(stored.map(({ banner_id, position }) => [banner_id, position]))
  const positions = positionsFor(stored.map(({ position }) => position))
  for (const [place, banner_id] of sequence.entries()) {
    const position = positions[place] ?? 0
    if (before.get(banner_id) !== position) await updateBanner(tx, banner_id, { position, ...by })
  }
}
