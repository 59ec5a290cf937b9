import { expect, test } from 'vitest'
import { readDemoData } from '#db/seed/demo-data.ts'
import { openDemoCatalog } from '#test/support/catalog.ts'
import { repeats } from '#test/support/repeats.ts'

const shop = openDemoCatalog()
const least_share = 0.97
/** Slips of each kind per model; Infinity: all of them. */
const slips_per_kind = repeats({ verify: 1, soak: Infinity })
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789 '

/** Returns all texts with one letter, digit or blank of a name lost, added or swapped with its neighbour. */
function slipsOf(name: string): Record<'lost' | 'added' | 'swapped', string[]> {
  const places = Array.from(name, (_, at) => at)
  const lost = places.map((at) => name.slice(0, at) + name.slice(at + 1))
  const added = places.flatMap((at) =>
    Array.from(letters, (letter) => name.slice(0, at) + letter + name.slice(at)),
  )
  const swapped = places
    .slice(0, -1)
    .map((at) => name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2))
  const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== name)
  return { lost: distinct(lost), added: distinct(added), swapped: distinct(swapped) }
}

/** Returns the same sequence of whole numbers below `max` at every run. */
function fixedChance(seed: number) {
  let state = seed
  return (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

function chosen(texts: readonly string[], chance: (max: number) => number): readonly string[] {
  if (texts.length <= slips_per_kind) return texts
  return Array.from({ length: slips_per_kind }, () => texts[chance(texts.length)] ?? '')
}

async function firstName(q: string): Promise<string> {
  const listing = await shop.list({ q, size: 1 })
  return listing.products[0]?.name ?? ''
}

test('a model whose name has one slip comes first', { timeout: 600_000 }, async () => {
  const { models } = await readDemoData()
  const chance = fixedChance(20_261_122)
  const shares: Record<string, number> = {}
  const missed: string[] = []
  let [asked, right] = [0, 0]
  for (const kind of ['lost', 'added', 'swapped'] as const) {
    const before = { asked, right }
    for (const { name } of models) {
      // Versions of a model may come in another sequence, models with a longer name may not.
      const versions = new Set(await versionsOf(name))
      for (const q of chosen(slipsOf(name)[kind], chance)) {
        asked++
        if (versions.has(await firstName(q))) right++
        else missed.push(`${q} (${name})`)
      }
    }
    shares[kind] = (right - before.right) / (asked - before.asked)
  }
  const share = right / asked
  // The misses are shown if the share is too small.
  expect(share < least_share ? { share, missed: missed.slice(0, 30) } : {}).toEqual({})
  for (const of_kind of Object.values(shares)) expect(of_kind).toBeGreaterThanOrEqual(least_share)
})

async function versionsOf(name: string): Promise<string[]> {
  const rows = await shop.database.db
    .selectFrom('product')
    .innerJoin('product_family', 'product_family.family_id', 'product.family_id')
    .select('product.name')
    .where('product_family.name', '=', name)
    .where('product.type', '=', 'configurable')
    .execute()
  return rows.map((row) => row.name)
}
