import { randomBytes } from 'node:crypto'
import { between, chance } from '#db/seed/chance.ts'
import type { DemoCategory } from '#db/seed/demo-data.ts'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import { kindsOf, nameOf, pick, readTalkBank } from '#db/seed/talk/seed-reviews.ts'
import type { Tx } from '#db/schema.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { sql } from 'kysely'

const minute_ms = 60_000

/** Inserts questions about the demo's products, all but the newest with the answer of the shop. */
export async function seedQuestions(
  trx: Tx,
  versions: readonly PlannedVersion[],
  categories: readonly DemoCategory[],
  now: Date,
): Promise<void> {
  const bank = await readTalkBank()
  const asked = versions.flatMap((version) => {
    const kinds = kindsOf(version.model.category, categories)
    const fitting = bank.questions.filter(
      (one) => one.kinds?.some((kind) => kinds.includes(kind)) ?? true,
    )
    const count = chance(`${version.sku} asked`) < 0.35 ? 0 : between(`${version.sku} n`, 1, 6)
    return Array.from({ length: count }, (_, n) => {
      const key = `${version.sku} question ${n}`
      const age_ms = between(key, 1, 85) * day_ms - between(`${key} s`, 0, 600) * minute_ms
      const at = new Date(now.getTime() - Math.max(age_ms, 30 * minute_ms))
      const { ask, reply } = pick(fitting, `${key} words`)
      const wait = between(`${key} wait`, 4, 70) * minute_ms
      return { version, key, at, ask, reply, answered: new Date(at.getTime() + wait) }
    })
  })
  const rows = asked
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ version, key, at, ask, reply, answered }) => ({
      question: {
        ...{ subject_kind: 'product', subject_id: version.product_id, state: 'published' },
        ...{ secret: randomBytes(16).toString('hex'), name: nameOf(bank, key), text: ask },
        ...{ reports: 0, created_at: at.toISOString() },
        due_at: new Date(at.getTime() + 60 * minute_ms).toISOString(),
        answered_at: answered < now ? answered.toISOString() : null,
        handled_at: answered < now ? answered.toISOString() : null,
      },
      reply,
      answered,
    }))
  await insertRows(
    trx,
    'comment',
    rows.map(({ question }) => question),
  )
  const answers = rows
    .filter(({ answered }) => answered < now)
    .map(({ question, reply, answered }) => ({
      asked: question.secret,
      secret: randomBytes(16).toString('hex'),
      text: reply,
      at: answered.toISOString(),
    }))
  await sql`
    insert into comment (subject_kind, subject_id, parent_id, secret, name, staff_name, text, state, created_at)
    select question.subject_kind, question.subject_id, question.comment_id, given.secret, 'Quản trị viên', 'Tổng đài',
      given.text, 'published', given.at
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as given (asked text, secret text, text text, at timestamptz)
    join comment question on question.secret = given.asked order by given.at`.execute(trx)
}
