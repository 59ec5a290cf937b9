import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { between, chance } from '#db/seed/chance.ts'
import type { DemoCategory, DemoShop } from '#db/seed/demo-data.ts'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { Tx } from '#db/schema.ts'
import { askedAspects } from '#pure/formats/review-aspects.ts'
import { day_ms, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

interface Phrase {
  text: string
  /** Codes of categories that it fits; absent: any. */
  kinds?: string[]
}

/** demo/reviews.json */
interface TalkBank {
  families: string[]
  given: string[]
  praise: Phrase[]
  complain: Phrase[]
  endings: Record<'good' | 'middle' | 'bad', string[]>
  replies: Record<'good' | 'bad', string[]>
  questions: { ask: string; reply: string; kinds?: string[] }[]
  pictures: { file: string; model: string }[]
}

interface Reviewed {
  version: PlannedVersion
  /** The codes of its category and of those above. */
  kinds: string[]
  key: string
  age_days: number
  /** For how many days it could be bought before the review at most. */
  most_days: number
}

const picture_size = 640
const hour_ms = 3_600_000

export async function readTalkBank(): Promise<TalkBank> {
  const file = join(import.meta.dirname, '../demo/reviews.json')
  return JSON.parse(await readFile(file, 'utf8')) as TalkBank
}

/** Inserts reviews of the demo's products. The same phrases meet the same products on every machine. */
export async function seedReviews(
  trx: Tx,
  versions: readonly PlannedVersion[],
  { categories, shops }: { categories: readonly DemoCategory[]; shops: readonly DemoShop[] },
  now: Date,
): Promise<void> {
  const bank = await readTalkBank()
  const selling = shops.filter(({ kinds }) => kinds.includes('ban-hang'))
  const reviews = versions
    .flatMap((version) => reviewsOf(version, kindsOf(version.model.category, categories), now))
    .toSorted((one, other) => other.age_days - one.age_days)
  const rows = reviews.map((reviewed) => reviewRow(reviewed, bank, selling, now))
  await insertRows(trx, 'review', rows)
  const pictures = bank.pictures.flatMap(({ file, model }) => {
    const secrets = reviews.flatMap(({ version }, n) =>
      version.model.id === model ? [rows[n]?.secret ?? ''] : [],
    )
    return secrets.length === 0 ? [] : [{ secret: pick(secrets, file), src: `/media/${file}` }]
  })
  await sql`
    insert into review_picture (review_id, position, src, width, height)
    select review_id, row_number() over (partition by review_id order by src) - 1, src,
      ${picture_size}, ${picture_size}
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as sent (secret text, src text)
    join review using (secret) order by review_id`.execute(trx)
}

/** The codes of a category and of those above it. */
export function kindsOf(code: string, categories: readonly DemoCategory[]): string[] {
  const category = categories.find((each) => each.code === code)
  return category?.parent === undefined ? [code] : [code, ...kindsOf(category.parent, categories)]
}

/** How many reviews a version has: the first version of a well known model has most. */
function reviewsOf(version: PlannedVersion, kinds: string[], now: Date): Reviewed[] {
  const { sku, views, model } = version
  const launched = startOfDay(model.launch_on ?? `${model.launch}-01`.slice(0, 10)).getTime()
  const known_days = Math.floor((now.getTime() - launched) / day_ms)
  if (!Number.isFinite(known_days) || known_days < 3) return []
  const most = Math.min(36, Math.round(views / 400) + 4)
  const count = chance(`${sku} reviewed`) < 0.2 ? 0 : between(`${sku} reviews`, 1, most)
  return Array.from({ length: count }, (_, n) => {
    const key = `${sku} review ${n}`
    const age_days = between(key, 1, Math.min(known_days, 420))
    const most_days = Math.min(200, known_days - age_days)
    return { version, kinds, key, age_days, most_days }
  })
}

function reviewRow(
  { version, kinds, key, age_days, most_days }: Reviewed,
  bank: TalkBank,
  shops: readonly DemoShop[],
  now: Date,
) {
  const stars = starsOf(version, key)
  const created = new Date(now.getTime() - age_days * day_ms + between(`${key} s`, 0, 80_000) * 500)
  const written = created > now ? now : created
  const is_bought = most_days > 2 && chance(`${key} bought`) < 0.7
  const shop = chance(`${key} shop`) < 0.4 ? pick(shops, `${key} where`) : null
  const replies = stars <= 3 ? bank.replies.bad : bank.replies.good
  const has_reply = chance(`${key} reply`) < (stars <= 3 ? 0.7 : 0.12)
  const replied = new Date(written.getTime() + between(`${key} replied`, 1, 20) * hour_ms)
  const is_replied = has_reply && replied < now
  return {
    product_id: version.product_id,
    secret: randomBytes(16).toString('hex'),
    name: nameOf(bank, key),
    stars,
    aspects: aspectsOf(kinds, stars, key),
    text: textOf(bank, kinds, stars, key),
    bought_on: is_bought ? vietnamDay(written, -between(`${key} used`, 2, most_days)) : null,
    bought_shop_id: is_bought && shop !== null ? shop.id : null,
    state: 'published',
    picture_count: 0,
    helpful: Math.max(0, between(`${key} helpful`, -6, 14)),
    reports: 0,
    reply: is_replied ? pick(replies, `${key} words`) : null,
    replied_by: is_replied ? 'Tổng đài' : null,
    replied_at: is_replied ? replied.toISOString() : null,
    handled_at: written.toISOString(),
    created_at: written.toISOString(),
  }
}

/** Most are content; how many, depends on the product. */
function starsOf({ sku }: PlannedVersion, key: string): number {
  const quality = 0.55 + chance(`${sku} quality`) * 0.35
  const luck = chance(`${key} stars`)
  if (luck < quality) return 5
  return [4, 4, 4, 3, 3, 2, 1][between(`${key} less`, 0, 6)] ?? 4
}

function textOf(bank: TalkBank, kinds: string[], stars: number, key: string): string {
  const fitting = (phrases: readonly Phrase[]) =>
    phrases.filter((phrase) => phrase.kinds?.some((kind) => kinds.includes(kind)) ?? true)
  const praise = pick(fitting(bank.praise), `${key} praise`).text
  const other = pick(fitting(bank.praise), `${key} more`).text
  const complaint = pick(fitting(bank.complain), `${key} complain`).text
  const mood = stars >= 4 ? 'good' : stars === 3 ? 'middle' : 'bad'
  const ending = pick(bank.endings[mood], `${key} ending`)
  const said =
    stars === 5
      ? praise === other
        ? [praise]
        : [praise, other]
      : stars <= 2
        ? [complaint]
        : [praise, `Chỉ có điều: ${complaint.charAt(0).toLowerCase()}${complaint.slice(1)}`]
  return [...said.map((sentence) => `${sentence}.`), ending].filter((one) => one !== '').join(' ')
}

function aspectsOf(kinds: string[], stars: number, key: string): Record<string, number> {
  if (chance(`${key} aspects`) < 0.3) return {}
  const asked = askedAspects(kinds.toReversed())
  return Object.fromEntries(
    asked.map((aspect) => {
      const given = stars + between(`${key} ${aspect}`, -1, 1)
      return [aspect, Math.min(5, Math.max(1, given))]
    }),
  )
}

/** "Nguyễn Minh Anh" */
export function nameOf({ families, given }: TalkBank, key: string): string {
  return `${pick(families, `${key} family`)} ${pick(given, `${key} given`)}`
}

export function pick<T>(list: readonly T[], key: string): T {
  return list[between(key, 0, list.length - 1)] as T
}
