/** Settings for tests and benchmarks. The shop itself never reads them. */
export function loadToolConfig() {
  const env = process.env
  return {
    /** Path of the browser for journeys, if it is not in a usual location. */
    chrome_path: env['CHROME_PATH'] ?? null,
    /** What the shop behind a test logs: `TEST_LOG=error` shows why it answered 500. */
    test_log: env['TEST_LOG'] ?? 'fatal',
    /** `TEST_SCREENSHOTS=yes`: journeys write their pages to screenshots/, a tenth of their time. */
    takes_screenshots: (env['TEST_SCREENSHOTS'] ?? '') !== '',
    /** `BENCH_ORDERS=300000`: fewer orders in `npm run bench -- office`, for a small machine. */
    bench_orders: Number(env['BENCH_ORDERS'] ?? 2_000_000),
    /** `BENCH_REVIEWS=100000`: fewer reviews in `npm run bench -- reviews`. */
    bench_reviews: Number(env['BENCH_REVIEWS'] ?? 1_000_000),
    search_path: (env['PATH'] ?? '').split(':').filter((folder) => folder !== ''),
  }
}
