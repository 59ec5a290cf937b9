/**
 * Names of brands and lines that shoppers ask for and a shop may not carry, with the kind of goods they are (a folded
 * name of a category) where the brand alone does not tell. Such a word is never corrected, split or completed: "pixel"
 * is no mistyped word. Once a product has the name, the entry has no effect.
 */
const names: Record<string, string> = {
  'dien thoai': `google pixel oneplus xperia motorola moto infinix itel zenfone htc blackberry vsmart
    bphone meizu fairphone doogee`,
  'may tinh bang': 'nexus',
  laptop: `surface imac chromebook vaio fujitsu`,
  'tai nghe': 'bose sennheiser beats skullcandy shokz edifier linkbuds',
  loa: 'harman kardon bang olufsen boombox partybox xtreme stanmore acton woburn kilburn willen',
  'dong ho thong minh': 'amazfit fitbit casio mibro haylou kieslect coros suunto polar',
  'may choi game': 'xbox wii steamdeck',
  'camera hanh dong': 'insta gopro',
  '': `camon pova phantom elitebook probook spectre envy omen vostro precision zephyrus cyborg stealth
    raider crosshair summit aero aorus fenix instinct venu vivoactive mate nova pura nitro duo
    mavic canon nikon fujifilm like new shopee lazada tiki`,
}

const kinds = new Map(
  Object.entries(names).flatMap(([kind, words]) =>
    words.split(/\s+/).map((word) => [word, kind] as const),
  ),
)

/** Returns whether a folded word is a name that is written correctly, whether or not the shop carries it. */
export function isKnownName(word: string): boolean {
  return kinds.has(word)
}

/** Returns the folded name of the category of a brand or line; null for other words. */
export function kindOfName(word: string): string | null {
  return kinds.get(word) || null
}
