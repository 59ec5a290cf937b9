import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '#db/schema.ts'
import { insertRows } from '#db/seed/insert-rows.ts'

interface DemoLenders {
  companies: (Record<string, unknown> & {
    company_id: string
    rates: (Record<string, unknown> & { category: string | null })[]
  })[]
  banks: (Record<string, unknown> & { bank_code: string; fees: Record<string, number> })[]
}

const file = join('db', 'seed', 'demo', 'installment.json')

/** Adds the companies and banks of the demo. `category_ids` finds a category by its code. */
export async function seedLenders(
  trx: Tx,
  category_ids: ReadonlyMap<string, number>,
): Promise<void> {
  const { companies, banks } = JSON.parse(await readFile(file, 'utf8')) as DemoLenders
  const placed = companies.map(({ rates: _rates, ...company }, position) => ({
    ...company,
    position,
    is_active: true,
  }))
  await insertRows(trx, 'installment_company', placed)
  const rates = companies.flatMap(({ company_id, rates }) =>
    rates.map(({ category, ...rate }) => ({
      ...rate,
      company_id,
      category_id: category === null ? null : (category_ids.get(category) ?? null),
    })),
  )
  await insertRows(trx, 'installment_rate', rates)
  const shown = banks.map(({ fees: _fees, ...bank }, position) => ({
    ...bank,
    position,
    is_active: true,
  }))
  await insertRows(trx, 'installment_bank', shown)
  const fees = banks.flatMap(({ bank_code, fees }) =>
    Object.entries(fees).map(([months, fee_rate]) => ({
      bank_code,
      months: Number(months),
      fee_rate,
    })),
  )
  await insertRows(trx, 'installment_bank_fee', fees)
}
