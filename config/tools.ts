/** What tests and benches may be told by the environment; the shop itself never reads it. */
export function loadToolConfig() {
  const env = process.env
  return {
    /** The browser of the journeys, when it is not where browsers usually are. */
    chrome_path: env['CHROME_PATH'] ?? null,
    search_path: (env['PATH'] ?? '').split(':').filter((folder) => folder !== ''),
  }
}
