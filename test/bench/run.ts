import { bookingsBench } from '#test/bench/bookings.ts'
import { burstBench } from '#test/bench/burst.ts'
import { cachedPagesBench } from '#test/bench/cached-pages.ts'
import { checkoutBench } from '#test/bench/checkout.ts'
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
