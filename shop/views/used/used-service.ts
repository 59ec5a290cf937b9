import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { search } from '#contracts/storefront/search.ts'
import { used as contract } from '#contracts/storefront/trade/used.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import type { Service } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { metaOf, withOwnCanonical } from '#shop/catalog/meta.ts'
import { type PictureFiles, readPicture } from '#shop/picture/pictures.ts'
import { countFacets, listCards } from '#shop/views/used/used-list-store.ts'
import {
  findPassport,
  findShownPicture,
  findUsedVersion,
  listDevices,
  listUsedOfNew,
  type StoredUsedRow,
} from '#shop/views/used/used-page-store.ts'

interface Deps {
  db: Database
  now: Now
  /** Returns the prices of new goods. */
  search: Service<typeof search>
  feed: ChangeFeed | null
  /** Where the photographs are. */
  pictures: PictureFiles
  /** The address of the shop, for QR codes and canonical addresses. */
  public_url: string
}

const counts_last_ms = 30_000
/** More kinds than the shop has top categories: counts of other texts are not cached. */
const max_kinds = 40

/** Answers the pages of used devices. */
export function usedService({
  db,
  now,
  search: finder,
  feed,
  pictures,
  public_url,
}: Deps): Service<typeof contract> {
  const facetsOf = openFacets(db, now, feed)
  const usedOfNew = openUsedOfNew(db, now, feed)
  const newPrices = async (product_ids: readonly number[], province_id: number) => {
    const ids = [...new Set(product_ids)]
    const pages = Array.from({ length: Math.ceil(ids.length / 20) }, (_, n) =>
      finder.cards(null, { product_ids: ids.slice(n * 20, n * 20 + 20), province_id }),
    )
    const cards = (await Promise.all(pages)).flat()
    return new Map(cards.map((card) => [card.product_id, priceOf(card)]))
  }
  return {
    async list(_caller, question) {
      const [rows, facets] = await Promise.all([listCards(db, question), facetsOf(question.kind)])
      const prices = await newPrices(
        rows.map(({ new_product_id }) => new_product_id),
        question.province_id,
      )
      const ofFacet = (name: string) =>
        facets
          .filter(({ facet }) => facet === name)
          .map(({ value, name: title, quantity }) => ({ value, name: title, quantity }))
      return {
        total: rows[0]?.total ?? 0,
        cards: rows.map(({ total: _total, ...card }) => ({
          ...card,
          new_price: prices.get(card.new_product_id) ?? null,
        })),
        kinds: ofFacet('kind'),
        series: ofFacet('series'),
        grades: ofFacet('grade'),
        provinces: ofFacet('province'),
      }
    },
    async product(_caller, { version_id, province_id }) {
      const [row, devices] = await Promise.all([
        findUsedVersion(db, version_id),
        listDevices(db, version_id),
      ])
      if (!row) throw contract.product.refuse('not_found')
      const { new_product_id: product_id, new_name, new_path, name, path, brand } = row
      const prices = await newPrices([product_id], province_id)
      return {
        ...{ version_id, name, path, brand },
        new_goods: {
          product_id,
          name: new_name,
          path: new_path,
          price: prices.get(product_id) ?? null,
        },
        devices: devices.map(deviceRow),
        meta: metaOf(withOwnCanonical(row, public_url), describedVersion(row, devices)),
      }
    },
    async device(_caller, { imei_id, province_id }) {
      const row = await findPassport(db, imei_id)
      if (!row) throw contract.device.refuse('not_found')
      const prices = await newPrices([row.new_product_id], province_id)
      return {
        ...deviceRow(row),
        new_price: prices.get(row.new_product_id) ?? null,
        qr: qrPictureUrl(`${public_url}/may-cu/${imei_id}`),
      }
    },
    async picture(_caller, { imei_id, picture_id, size }) {
      const hash = await findShownPicture(db, imei_id, picture_id)
      const bytes = hash === null ? null : await readPicture(pictures, hash, size)
      if (hash === null || bytes === null) throw contract.picture.refuse('not_found')
      return { hash, image: bytes.toString('base64') }
    },
    ofNew: async (_caller, { product_id }) => (await usedOfNew()).get(product_id) ?? null,
  }
}

function priceOf({ price, special_price }: ProductCard): number | null {
  return special_price ?? price
}

function deviceRow<Row extends StoredUsedRow>({ reserved_until, ...row }: Row) {
  return {
    ...row,
    reserved_until: reserved_until === null ? null : new Date(reserved_until).toISOString(),
  }
}

function describedVersion(
  { name, path }: { name: string; path: string },
  devices: readonly StoredUsedRow[],
) {
  const offered = devices.filter(({ supply }) => supply === 'listed')
  const [cheapest] = offered
  const from = cheapest ? ` giá từ ${formatDong(cheapest.price)}` : ''
  return {
    name: `${name}${from}`,
    url_path: path.slice(1),
    description: `${name}${from}: ${offered.length} máy, từng máy có ảnh thật, pin, lịch sử thay linh kiện và kết quả kiểm tra. Bảo hành 6 đến 12 tháng, đổi trả trong 30 ngày.`,
    image: devices.flatMap(({ pictures }) => pictures)[0]?.src ?? null,
  }
}

/** Every product page asks for its used devices, which few products have. */
function openUsedOfNew(db: Database, now: Now, feed: ChangeFeed | null) {
  const all = cachedValue(
    async () =>
      new Map(
        (await listUsedOfNew(db)).map(({ product_id, ...used }) => [product_id, used] as const),
      ),
    now,
    counts_last_ms,
  )
  feed?.subscribe(async (tags) => {
    if ([...tags].some(changesCounts)) all.forget()
  })
  return all
}

/** Whether a tag means that used devices changed, or what they are counted by. */
function changesCounts(tag: string): boolean {
  return /^(\*|used|taxonomy|catalog|locations)$/.test(tag)
}

/** Counts of lists are shared by all questions. They are counted again after a change, and after 30 s. */
function openFacets(db: Database, now: Now, feed: ChangeFeed | null) {
  const counted = new Map<string, ReturnType<typeof countsOf>>()
  const countsOf = (kind: string | undefined) =>
    cachedValue(() => countFacets(db, kind), now, counts_last_ms)
  feed?.subscribe(async (tags) => {
    if ([...tags].some(changesCounts)) counted.clear()
  })
  return (kind: string | undefined) => {
    const known = counted.get(kind ?? '')
    if (known) return known()
    const counts = countsOf(kind)
    if (counted.size < max_kinds) counted.set(kind ?? '', counts)
    return counts()
  }
}
