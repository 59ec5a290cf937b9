import type { Meta } from '#contracts/storefront/catalog.ts'
import type { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import type { LandingPage, LandingPart } from '#contracts/storefront/landing/landing.ts'
import type { BlockOf, LandingBlock, LandingPhase } from '#contracts/storefront/landing/blocks.ts'
import { julianDay } from '#pure/lunar/julian-day.ts'
import { lunarDate } from '#pure/lunar/lunar-date.ts'
import { yearName } from '#pure/lunar/stems.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { LandingRow } from '#shop/content/landing/landing-store.ts'
import {
  lastDay,
  nextChange,
  phaseAt,
  type Schedule,
  shownPhase,
} from '#shop/content/landing/landing-schedule.ts'

/** Returns what an address of a landing page shows at `now`. */
export function landingPage(row: LandingRow, part: LandingPart, now: Date): LandingPage {
  const phase = phaseAt(row, now)
  const shown = shownPhase(part, row, now)
  const path = `/${pathOf(row, part)}`
  const blocks = blocksIn(currentBlocks(row, now), shown).map((block) => written(block, row))
  return {
    landing_page_id: row.landing_page_id,
    name: withDates(row.name, row),
    layout: row.layout,
    theme: row.theme,
    ...{ part, path, main_path: `/${row.path}`, phase, shown },
    starts_at: row.starts_at?.toISOString() ?? null,
    dday_at: row.dday_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    next: nextChange(row, now),
    blocks,
    meta: headOf(row, part, { path, blocks, passed: passedWords(part, { phase, shown }) }),
  }
}

/** What the preview of a page says about it: of its draft, or of what shoppers see. */
export function landingNote(
  row: LandingRow,
  { is_live, now }: { is_live: boolean; now: Date },
): PreviewNote {
  const { code, is_active, draft_blocks, draft_at } = row
  const has_draft = !is_live && draft_blocks !== null && !isDraftShown(row, now)
  return {
    is_draft: !is_active || has_draft,
    publish_at: is_active && has_draft ? (draft_at?.toISOString() ?? null) : null,
    code,
  }
}

/** A draft takes the place of the blocks at its time. */
function currentBlocks(row: LandingRow, now: Date): readonly LandingBlock[] {
  return (isDraftShown(row, now) ? row.draft_blocks : null) ?? row.blocks
}

function isDraftShown({ draft_at }: LandingRow, now: Date): boolean {
  return draft_at !== null && now >= draft_at
}

function pathOf(row: LandingRow, part: LandingPart): string {
  if (part === 'teasing') return row.teasing_path ?? row.path
  return part === 'd-day' ? (row.dday_path ?? row.path) : row.path
}

/** A block without phases is shown in all of them. */
function blocksIn(blocks: readonly LandingBlock[], shown: LandingPhase): LandingBlock[] {
  return blocks.filter(({ phases }) => phases.length === 0 || phases.includes(shown))
}

/** What the title of an address says first when the phase of its name has passed. */
function passedWords(
  part: LandingPart,
  { phase, shown }: { phase: LandingPhase; shown: LandingPhase },
): string {
  if (part === 'main' || part === shown) return ''
  if (part === 'd-day') return 'Ngày vàng đã qua: '
  return phase === 'over' ? 'Đã kết thúc: ' : 'Đã mở bán: '
}

interface Shown {
  path: string
  blocks: readonly LandingBlock[]
  passed: string
}

/** The address of a phase has the title of its picture; that of the page has the page's. */
function headOf(row: LandingRow, part: LandingPart, { path, blocks, passed }: Shown): Meta {
  const hero = blocks.find((block): block is BlockOf<'hero'> => block.kind === 'hero')
  const headline = hero?.headline.replace(/\s*\|\s*/, ', ') ?? row.name
  const fallback = {
    name: part === 'main' ? row.name : `${passed}${headline} | ${row.name}`,
    url_path: path.slice(1),
    description: `${headline}. ${hero?.sentence ?? ''}`,
    image: hero?.wide.src ?? null,
  }
  const source =
    part === 'main' ? row : { ...row, meta_title: '', meta_description: '', canonical_tag: '' }
  const meta = metaOf(source, fallback)
  return {
    ...meta,
    title: withDates(meta.title, row),
    description: withDates(meta.description, row),
  }
}

/** Returns a block with its dates written in and its rich text cleaned. */
function written(block: LandingBlock, schedule: Schedule): LandingBlock {
  const dated = JSON.parse(withDates(JSON.stringify(block), schedule)) as LandingBlock
  return dated.kind === 'text' ? { ...dated, html: cleanRichText(dated.html) } : dated
}

/** Replaces {starts}, {ends}, {dday}, {year} and {lunar_year}, so that no text contradicts the schedule. */
export function withDates(text: string, schedule: Dates): string {
  const words = dateWords(schedule)
  return text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => words[name] ?? whole)
}

type Dates = Pick<Schedule, 'starts_at' | 'ends_at' | 'dday_at'>

export function dateWords({ starts_at, ends_at, dday_at }: Dates): Record<string, string> {
  return {
    starts: starts_at === null ? '' : dayAndMonth(starts_at),
    ends: ends_at === null ? '' : dayAndMonth(lastDay(ends_at)),
    dday: dday_at === null ? '' : dayAndMonth(dday_at),
    year: starts_at === null ? '' : vietnamDay(starts_at).slice(0, 4),
    lunar_year: ends_at === null ? '' : lunarYear(lastDay(ends_at)),
  }
}

/** 27/11 */
function dayAndMonth(at: Date): string {
  const [, month, day] = vietnamDay(at).split('-')
  return `${day}/${month}`
}

/** Such as Đinh Mùi. */
function lunarYear(at: Date): string {
  const [year = 0, month = 0, day = 0] = vietnamDay(at).split('-').map(Number)
  const date = lunarDate(julianDay({ year, month, day }))
  return date === null ? '' : yearName(date.year)
}
