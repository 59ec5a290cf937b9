import type { Meta } from '#contracts/storefront/catalog.ts'
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
  const shown = shownPhase(part, phase)
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
    meta: headOf(row, part, { path, blocks }),
  }
}

/** A draft takes the place of the blocks at its time. */
function currentBlocks(row: LandingRow, now: Date): readonly LandingBlock[] {
  const { blocks, draft_blocks, draft_at } = row
  return draft_blocks !== null && draft_at !== null && now >= draft_at ? draft_blocks : blocks
}

function pathOf(row: LandingRow, part: LandingPart): string {
  if (part === 'teasing') return row.teasing_path ?? row.path
  return part === 'd-day' ? (row.dday_path ?? row.path) : row.path
}

/** A block without phases is shown in all of them. */
function blocksIn(blocks: readonly LandingBlock[], shown: LandingPhase): LandingBlock[] {
  return blocks.filter(({ phases }) => phases.length === 0 || phases.includes(shown))
}

/** The address of a phase has the title of its picture; that of the page has the page's. */
function headOf(
  row: LandingRow,
  part: LandingPart,
  { path, blocks }: { path: string; blocks: readonly LandingBlock[] },
): Meta {
  const hero = blocks.find((block): block is BlockOf<'hero'> => block.kind === 'hero')
  const headline = hero?.headline.replace(/\s*\|\s*/, ', ') ?? row.name
  const fallback = {
    name: part === 'main' ? row.name : `${headline} | ${row.name}`,
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
export function withDates(text: string, schedule: Schedule): string {
  const words = dateWords(schedule)
  return text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => words[name] ?? whole)
}

export function dateWords({ starts_at, ends_at, dday_at }: Schedule): Record<string, string> {
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
