import { burstBench } from '#test/bench/burst.ts'
import { cachedPagesBench } from '#test/bench/cached-pages.ts'
import { counterBench } from '#test/bench/counter.ts'
import { firstLoadBench } from '#test/bench/first-load.ts'
import { lighthouseBench } from '#test/bench/lighthouse.ts'
import { listingBench } from '#test/bench/listing.ts'
import { memoryBench } from '#test/bench/long-load.ts'
import { promotionsBench } from '#test/bench/promotions.ts'
import { relevanceBench } from '#test/bench/relevance.ts'
import { type Figure, figureLine, isOver, type Report } from '#test/bench/report.ts'

/** Every bench by its name. Each opens what it needs and leaves nothing behind. */
const benches: Record<string, (report: Report) => Promise<void>> = {
  counter: counterBench,
  'first-load': firstLoadBench,
  relevance: relevanceBench,
  listing: listingBench,
  promotions: promotionsBench,
  burst: burstBench,
  cached: cachedPagesBench,
  lighthouse: lighthouseBench,
  memory: memoryBench,
}

await main(process.argv.slice(2))

/** `npm run bench`: the figures of issue and house, each beside its bar; `npm run bench -- counter` only those named. */
async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length > 0) {
    console.error(
      `There is no bench ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`,
    )
    process.exitCode = 1
    return
  }
  const figures: Figure[] = []
  const report: Report = (figure) => {
    figures.push(figure)
    console.log(figureLine(figure))
  }
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length === 0 || names.includes(name)) await bench(report)
  }
  process.exitCode = figures.some(isOver) ? 1 : 0
}
