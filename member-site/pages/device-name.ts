const systems = [
  [/iPhone|iPad/, 'iPhone/iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/coc_coc_browser/, 'Cốc Cốc'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** "Chrome trên Android" for a browser in its own words. */
export function deviceName(user_agent: string): string {
  const found = (names: typeof systems | typeof browsers) =>
    names.find(([pattern]) => pattern.test(user_agent))?.[1]
  const [browser, system] = [found(browsers), found(systems)]
  if (browser === undefined) return system ?? 'Thiết bị khác'
  return system === undefined ? browser : `${browser} trên ${system}`
}
