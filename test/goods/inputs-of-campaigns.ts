import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { photo } from '#test/pictures/test-pictures.ts'

interface Walk {
  staff: StaffServices
  actor: StaffActor
}

const settings = {
  name: 'Ngày hội',
  layout: 'landing-page',
  theme: 'sky',
  is_active: true,
  recurs: 'never',
  teasing_path: '',
  dday_path: '',
  meta_title: '',
  meta_description: '',
  teasing_at: '',
  starts_at: '',
  dday_at: '',
  dday_ends_at: '',
  ends_at: '',
} as const
const blocks = JSON.stringify([{ kind: 'flash', title: 'Flash sale' }])
const popup = {
  ...{ title: 'Hè | Giá tốt', sentence: '', button: 'Xem', image: '/media/a.webp', ink: '#14244a' },
  ...{ link: '/dien-thoai', priority: 5, exclude_page: '/cart', is_active: true },
  ...{ starts_at: '2026-12-01T00:00', ends_at: '2026-12-31T00:00', popup_id: 0, version: 0 },
} as const
const banner = {
  ...{ banner_id: 0, version: 0, placement: 'hero', label: 'Hè', eyebrow: '', button: 'Xem' },
  ...{ ink: '#14244a', alt: '', path: '/', image: '', image_mobile: '', narrow: [] },
  ...{ starts_at: '', ends_at: '', is_active: true },
} as const
/** The size of a large picture of the home page. */
const slide = { width: 1380, height: 480 }
const message = {
  ...{ campaign_id: 0, version: 0, name: 'Tin', tier_code: '' },
  channel: 'email',
  audience: 'all',
  ...{ wish_path: '', title: 'Tin', body: 'Tin', button: 'Xem', link: '/', zalo_template: '' },
  ...{ starts_at: '2026-12-01T00:00', ends_at: '2026-12-31T00:00' },
} as const
/** The campaign that somebody else wrote: nobody approves their own. */
export const foreign_campaign = 900
const rule = {
  target: '/may-cu',
  status: 302,
  is_prefix: false,
  is_external: false,
  is_active: true,
  note: '',
} as const

/** Adds what articles and popups need: a category, an author, a picture that a popup has, and a campaign. */
export async function prepareCampaigns(db: Database): Promise<void> {
  await sql`insert into post_category (name) values ('Tin tức')`.execute(db)
  await sql`insert into author (author_id, name) values (${randomUUID()}, 'Minh Anh')`.execute(db)
  await sql`
    insert into popup (title, button, image, image_width, image_height, link, starts_at, ends_at)
    values ('Cũ', 'Xem', '/media/a.webp', 640, 800, '/', now(), now() + interval '1 day')`.execute(
    db,
  )
  await sql`
    insert into message_campaign (campaign_id, name, channel, audience, title, body, button, link, state, starts_at,
      ends_at, written_by, writer_name, changed_at)
    values (${foreign_campaign}, 'Tin', 'email', 'all', 'Tin', 'Tin', 'Xem', '/', 'asked', now(),
      now() + interval '1 day', 999, 'Hoa', now())`.execute(db)
}

/** What to call the operations of landing pages, popups, articles and redirects with, so that they write. */
export function inputsOfCampaigns(walk: () => Walk): Record<string, () => Promise<unknown>> {
  let turn = 0
  const asked = () => {
    turn += 1
    return { ...settings, code: `ngay-hoi-${turn}`, path: `ngay-hoi-${turn}`, version: 0 }
  }
  const made = async () => {
    const { staff, actor } = walk()
    const page = asked()
    const { version } = await staff.landingPages.saveLanding(actor, page)
    return { code: page.code, version, blocks }
  }
  const begun = async () => {
    const { staff, actor } = walk()
    const { categories, authors } = await staff.articles.articleForm(actor, {})
    const { code } = await staff.articles.createArticle(actor, {
      title: `Bài ${(turn += 1)}`,
      post_category_id: Number(categories[0]?.value),
      author_id: authors[0]?.value ?? '',
    })
    const { content, version } = await staff.articles.article(actor, { code })
    return { ...content, code, version }
  }
  const published = async () => {
    const { staff, actor } = walk()
    const article = await begun()
    const { version } = await staff.articles.publishArticle(actor, { ...article, publish_at: '' })
    return { code: article.code, version }
  }
  const pictured = async () => {
    const { staff, actor } = walk()
    const { code } = await begun()
    await staff.articles.addPictures(actor, { code, files: [await photo()] })
    const { pictures } = await staff.articles.article(actor, { code })
    return { code, picture_id: pictures[0]?.picture_id, reason: 'Ảnh mờ' }
  }
  const written = async () => {
    const { staff, actor } = walk()
    return staff.messageCampaigns.saveCampaign(actor, message)
  }
  const asked_for = async () => {
    const { staff, actor } = walk()
    const { campaign_id, version } = await written()
    const next = await staff.messageCampaigns.askCampaign(actor, { campaign_id, version })
    return { campaign_id, version: next.version }
  }
  const hung = async () => {
    const { staff, actor } = walk()
    return staff.banners.saveBanner(actor, {
      ...banner,
      wide: [await photo('#654321', 'a.png', slide)],
    })
  }
  const approved = { campaign_id: foreign_campaign, version: 2 }
  return {
    'messageCampaigns.saveCampaign': async () => message,
    'messageCampaigns.askCampaign': written,
    'messageCampaigns.approveCampaign': async () => ({ ...approved, version: 1 }),
    'messageCampaigns.returnCampaign': asked_for,
    'messageCampaigns.pauseCampaign': async () => approved,
    'messageCampaigns.resumeCampaign': async () => ({ ...approved, version: 3 }),
    'messageCampaigns.stopCampaign': written,
    'messageCampaigns.addDoNotCall': async () => ({ source: 'DNC', phones: '0912345678' }),
    'articles.createArticle': async () => {
      const { post_category_id, author_id } = await begun()
      return { title: `Bài ${(turn += 1)}`, post_category_id, author_id }
    },
    'articles.createPage': async () => ({ title: `Trang ${(turn += 1)}` }),
    'articles.saveArticle': async () => ({ ...(await begun()), title: 'Tên khác' }),
    'articles.publishArticle': async () => ({ ...(await begun()), publish_at: '' }),
    'articles.withdrawArticle': published,
    'articles.discardDraft': begun,
    'articles.restoreVersion': async () => ({ ...(await published()), number: 1 }),
    'articles.openPreview': published,
    'articles.addPictures': async () => ({ code: (await begun()).code, files: [await photo()] }),
    'articles.removePicture': pictured,
    'landingPages.saveLanding': async () => asked(),
    'landingPages.saveBlocks': async () => ({ ...(await made()), draft_at: '' }),
    'landingPages.publishBlocks': made,
    'popups.savePopup': async () => popup,
    'popups.switchPopup': async () => {
      const { staff, actor } = walk()
      const saved = await staff.popups.savePopup(actor, popup)
      return { ...saved, is_active: false }
    },
    'banners.saveBanner': async () => ({
      ...banner,
      wide: [await photo('#123456', 'a.png', slide)],
    }),
    'banners.switchBanner': async () => ({ ...(await hung()), is_active: false }),
    'banners.moveBanner': async () => {
      await hung()
      return { ...(await hung()), is_up: true }
    },
    'redirectRules.saveRedirect': async () => ({ ...rule, path: '/duong-cu', version: 0 }),
    'redirectRules.removeRedirect': async () => {
      const { staff, actor } = walk()
      const path = `/bo-di-${(turn += 1)}`
      const { version } = await staff.redirectRules.saveRedirect(actor, {
        ...rule,
        path,
        version: 0,
      })
      return { path, version }
    },
  }
}
