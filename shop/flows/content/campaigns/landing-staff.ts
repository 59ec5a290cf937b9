import { home_kinds } from '#contracts/storefront/landing/home-kinds.ts'
import type { z } from 'zod'
import { landingPages as contract } from '#contracts/staff/offers/landing-pages.ts'
import {
  completeBlock,
  type LandingBlock,
  LandingBlocks,
} from '#contracts/storefront/landing/blocks.ts'
import type { Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import { mayCall } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { vietnamInstant } from '#pure/vietnam-time.ts'
import { dateWords, withDates } from '#shop/content/landing/landing.ts'
import { phaseAt } from '#shop/content/landing/landing-schedule.ts'
import {
  findLandingByCode,
  home_code,
  insertLanding,
  type LandingFields,
  type LandingRow,
  listLandingPages,
  lockLanding,
  updateLanding,
} from '#shop/content/landing/landing-store.ts'
import { setSlug } from '#shop/content/slug/slug-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'

interface Deps extends StaffFlowDeps {
  /** First path segments of the shop's own pages: no landing page begins with one. */
  reserved_paths: readonly string[]
}

/** Landing pages that staff make and change (decision 256). */
export function landingStaffService(deps: Deps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    async landingPages(actor) {
      const rows = (await listLandingPages(db)).map((row) => listed(row, now()))
      return {
        rows: rows.toSorted((a, b) => order.indexOf(a.phase) - order.indexOf(b.phase)),
        may_change: mayCall(contract.saveLanding, actor),
      }
    },
    async landingPage(actor, { code }) {
      const row = await findLandingByCode(db, code)
      if (!row) throw contract.landingPage.refuse('landing_not_found')
      return stored(row, actor, now())
    },
    saveLanding: (actor, input) =>
      saveLanding(deps, actor, input).catch((error: unknown) => {
        // Another tab has made the page with this code.
        if (breaks(error, 'landing_page_code_key'))
          throw contract.saveLanding.refuse('landing_changed')
        throw error
      }),
    async saveBlocks(actor, { code, version, blocks, draft_at }) {
      const read = readBlocks(blocks, code)
      return write({ actor, operation: 'landingPages.saveBlocks' }, async (tx) => {
        const row = await lockSeen(tx, { code, version })
        return change(
          deps,
          tx,
          { row, actor },
          {
            draft_blocks: JSON.stringify(read),
            draft_at: instantOf(draft_at),
          },
        )
      })
    },
    async publishBlocks(actor, { code, version, blocks }) {
      const read = readBlocks(blocks, code)
      return write({ actor, operation: 'landingPages.publishBlocks' }, async (tx) => {
        const row = await lockSeen(tx, { code, version })
        return change(
          deps,
          tx,
          { row, actor },
          {
            blocks: JSON.stringify(read),
            draft_blocks: null,
            draft_at: null,
          },
        )
      })
    },
  }
}

const order = ['d-day', 'running', 'teasing', 'over']

function listed(row: LandingRow, now: Date) {
  const { code, name, path, layout, is_active, starts_at, ends_at, draft_at } = row
  return {
    ...{ code, name, title: withDates(name, row), path: `/${path}`, layout, is_active },
    phase: phaseAt(row, now),
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    draft_at: draft_at?.toISOString() ?? null,
  }
}

function stored(row: LandingRow, actor: StaffActor, now: Date) {
  const { theme, recurs, meta_title, meta_description, blocks, draft_blocks } = row
  const { preview_key, version, changed_at, changed_by, teasing_path, dday_path } = row
  return {
    ...listed(row, now),
    ...{ theme, recurs, meta_title, meta_description, blocks, draft_blocks },
    date_words: dateWords(row),
    ...{ preview_key, version, changed_by, teasing_path, dday_path },
    teasing_at: row.teasing_at?.toISOString() ?? null,
    dday_at: row.dday_at?.toISOString() ?? null,
    dday_ends_at: row.dday_ends_at?.toISOString() ?? null,
    changed_at: changed_at.toISOString(),
    may_change: mayCall(contract.saveLanding, actor),
  }
}

type SaveInput = z.output<typeof contract.saveLanding.input>

async function saveLanding(
  deps: Deps,
  actor: StaffActor,
  { code, version, path, teasing_path, dday_path, ...input }: SaveInput,
): Promise<{ version: number }> {
  const { refuse } = contract.saveLanding
  // Its address and its time are those of the shop.
  if (code === home_code) throw refuse('path_taken', { path })
  const fields = fieldsOf(input)
  if (!areInOrder(fields)) throw refuse('times_refused')
  const paths = [
    { kind: 'landing_page', path },
    { kind: 'landing_teasing', path: teasing_path },
    { kind: 'landing_dday', path: dday_path },
  ] as const
  const reserved = paths
    .map((part) => part.path)
    .find((each) => each !== '' && deps.reserved_paths.includes(each.split('/')[0] ?? ''))
  if (reserved !== undefined) throw refuse('path_taken', { path: reserved })
  return deps.write({ actor, operation: 'landingPages.saveLanding' }, async (tx) => {
    const row = version === 0 ? null : await lockSeen(tx, { code, version })
    if (row === null && (await findLandingByCode(tx, code))) throw refuse('landing_changed')
    const landing_page_id = row?.landing_page_id ?? (await insertLanding(tx, { code, ...fields }))
    for (const part of paths) {
      const is_free = await setSlug(tx, { ...part, entity_id: landing_page_id })
      if (!is_free) throw refuse('path_taken', { path: part.path })
    }
    const saved = { landing_page_id, version: row?.version ?? 0 }
    return change(deps, tx, { row: saved, actor }, fields)
  })
}

function fieldsOf(
  input: Omit<SaveInput, 'code' | 'version' | 'path' | 'teasing_path' | 'dday_path'>,
) {
  const { teasing_at, starts_at, dday_at, dday_ends_at, ends_at, ...rest } = input
  return {
    ...rest,
    teasing_at: instantOf(teasing_at),
    starts_at: instantOf(starts_at),
    dday_at: instantOf(dday_at),
    dday_ends_at: instantOf(dday_ends_at),
    ends_at: instantOf(ends_at),
  }
}

function instantOf(local: string): Date | null {
  return local === '' ? null : vietnamInstant(local.slice(0, 10), local.slice(11))
}

type Times = Pick<LandingRow, 'teasing_at' | 'starts_at' | 'dday_at' | 'dday_ends_at' | 'ends_at'>

/** The same as the constraints of the table. */
function areInOrder({ teasing_at, starts_at, dday_at, dday_ends_at, ends_at }: Times): boolean {
  if (starts_at === null || ends_at === null) {
    return [teasing_at, starts_at, dday_at, dday_ends_at, ends_at].every((time) => time === null)
  }
  if (starts_at >= ends_at || (teasing_at !== null && teasing_at >= starts_at)) return false
  if (dday_at === null || dday_ends_at === null) return dday_at === dday_ends_at
  return dday_at >= starts_at && dday_at < dday_ends_at && dday_ends_at <= ends_at
}

async function lockSeen(
  tx: Tx,
  { code, version }: { code: string; version: number },
): Promise<Pick<LandingRow, 'landing_page_id' | 'version'>> {
  const row = await lockLanding(tx, code)
  if (!row) throw contract.saveBlocks.refuse('landing_not_found')
  if (row.version !== version) throw contract.saveBlocks.refuse('landing_changed')
  return row
}

async function change(
  { now }: Deps,
  tx: Tx,
  { row, actor }: { row: Pick<LandingRow, 'landing_page_id' | 'version'>; actor: StaffActor },
  fields: Partial<LandingFields>,
): Promise<{ version: number }> {
  const version = row.version + 1
  const by = { version, changed_at: now(), changed_by: actor.name }
  await updateLanding(tx, row.landing_page_id, { ...fields, ...by })
  return { version }
}

/** Reads blocks as a form sends them. Throws a refusal that names the first place that is not right. */
function readBlocks(text: string, code: string): LandingBlock[] {
  const { refuse } = contract.saveBlocks
  const parsed = LandingBlocks.safeParse(jsonOf(text))
  if (parsed.success) {
    const wrong = parsed.data.findIndex(({ kind }) => !home_kinds.includes(kind))
    if (code !== home_code || wrong === -1) return parsed.data
    const message = 'Trang chủ không có loại khối này.'
    throw refuse('blocks_refused', { block: wrong + 1, field: 'kind', message })
  }
  const [issue] = parsed.error.issues
  const [block, ...path] = issue?.path ?? []
  throw refuse('blocks_refused', {
    block: typeof block === 'number' ? block + 1 : 0,
    field: path.join('.'),
    message: issue?.message ?? '',
  })
}

function jsonOf(text: string): unknown {
  try {
    const blocks: unknown = JSON.parse(text)
    return Array.isArray(blocks) ? blocks.map(completeBlock) : blocks
  } catch {
    return null
  }
}
