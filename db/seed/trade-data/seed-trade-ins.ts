import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { Tables, Tx } from '#db/schema.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'

type DeviceKind = Tables['trade_device']['device_kind']

interface DemoTradeIns {
  grades: { grade: string; label: string; factor: number }[]
  questions: {
    code: string
    title: string
    hint: string
    answers: { code: string; label: string; grade?: string; deduction?: number; note?: string }[]
  }[]
  items: {
    model_id: string
    name: string
    variant: string
    base_price: number
    upgrade_bonus: number
  }[]
}

/** Inserts what the shop pays for old devices, and what it asks about them. */
export async function seedTradeIns(trx: Tx, versions: readonly PlannedVersion[]): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'trade-in.json'), 'utf8')
  const { grades, questions, items } = JSON.parse(text) as DemoTradeIns
  const kinds = new Map(versions.map(({ model }) => [model.id, kindOf(model.category)]))
  await insertRows(
    trx,
    'trade_grade',
    grades.map(({ grade, label, factor }) => ({
      ...{ grade_code: grade, label, factor: Math.round(factor * 10_000) },
    })),
  )
  await insertRows(
    trx,
    'trade_device',
    items.map((item, position) => ({
      ...deviceOf(item, versions, kinds.get(item.model_id)),
      ...{ device_id: position + 1, position, is_active: true },
    })),
  )
  await advanceSequence(trx, 'trade_device', 'device_id')
  await insertRows(
    trx,
    'trade_question',
    questions.map(({ code, title, hint }, turn) => ({
      ...{
        question_code: code,
        title,
        hint,
        device_kinds: [],
        position: turn + 1,
        is_active: true,
      },
    })),
  )
  await insertRows(
    trx,
    'trade_answer',
    questions.flatMap(({ code, answers }) =>
      answers.map(({ grade, deduction = 0, note = '', ...answer }, position) => ({
        ...{ question_code: code, answer_code: answer.code, label: answer.label },
        ...{ grade_code: grade ?? null, deduction, note, position },
      })),
    ),
  )
}

/** Models that the shop does not sell any more are named with their version. */
function deviceOf(
  { model_id, name, variant, base_price, upgrade_bonus }: DemoTradeIns['items'][number],
  versions: readonly PlannedVersion[],
  known_kind: DeviceKind | undefined,
) {
  const model_name = name.slice(0, name.length - variant.length).trim()
  const version = versions.find(
    ({ model, raw_label }) => model.id === model_id && raw_label === variant,
  )
  const model_code = known_kind === undefined ? slugify(model_name) : model_id
  return {
    code: `${model_code}-${slugify(variant)}`,
    model_code,
    ...{ model_name, name, variant, base_price, upgrade_bonus },
    brand_name: version?.model.brand ?? brandOf(name),
    device_kind: known_kind ?? oldKindOf(name),
    product_id: version?.product_id ?? null,
  }
}

function kindOf(category: string): DeviceKind {
  if (category === 'laptop' || category === 'may-tinh-bang' || category === 'dong-ho')
    return category
  return 'dien-thoai'
}

function oldKindOf(name: string): DeviceKind {
  if (name.startsWith('iPad')) return 'may-tinh-bang'
  return name.startsWith('MacBook') ? 'laptop' : 'dien-thoai'
}

function brandOf(name: string): string {
  if (/^(iPhone|iPad|MacBook)/.test(name)) return 'Apple'
  if (name.startsWith('Galaxy')) return 'Samsung'
  return name.startsWith('Xiaomi') ? 'Xiaomi' : 'OPPO'
}
