import { bookingsBench } from '#test/bench/bookings.ts'
import { burstBench } from '#test/bench/burst.ts'
import { cachedPagesBench } from '#test/bench/cached-pages.ts'
import { checkoutBench } from '#test/bench/checkout.ts'
import { gamesBench } from '#test/bench/games.ts'
import { installmentBench } from '#test/bench/installment.ts'
import { firstLoadBench } from '#test/bench/first-load.ts'
import { lighthouseBench } from '#test/bench/lighthouse.ts'
import { listingBench } from '#test/bench/listing.ts'
import { memoryBench } from '#test/bench/long-load.ts'
import { noticesBench } from '#test/bench/notices.ts'
import { officeBench } from '#test/bench/office.ts'
import { promotionsBench } from '#test/bench/promotions.ts'
import { relevanceBench } from '#test/bench/relevance.ts'
import { type Figure, figureLine, isOver, type Report } from '#test/bench/report.ts'
import { reviewsBench } from '#test/bench/reviews.ts'
import { signInBench } from '#test/bench/sign-in.ts'
import { usedBench } from '#test/bench/used.ts'

/** All benchmarks by name. Each opens what it needs and removes it afterwards. */
const benches: Record<string, (report: Report) => Promise<void>> = {
  checkout: checkoutBench,
  'first-load': firstLoadBench,
  relevance: relevanceBench,
  listing: listingBench,
  promotions: promotionsBench,
  notices: noticesBench,
  office: officeBench,
  burst: burstBench,
  'sign-in': signInBench,
  bookings: bookingsBench,
  installment: installmentBench,
  used: usedBench,
  reviews: reviewsBench,
  games: gamesBench,
  cached: cachedPagesBench,
  lighthouse: lighthouseBench,
  memory: memoryBench,
}

await main(process.argv.slice(2))

/**
 * `npm run bench` measures all figures and prints each with its limit. `npm run bench -- checkout` measures
 * only the named ones.
 */
async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length > 0) {
    console.error(
      `There is no benchmark ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`,
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
