import { sql } from 'kysely'
import { seedContent } from '#db/seed/content.ts'
import { readDemoData, withComingModels } from '#db/seed/demo-data.ts'
import { readDemoTrade } from '#db/seed/demo-trade.ts'
import { seedNeeds } from '#db/seed/needs.ts'
import { seedOffers } from '#db/seed/offers.ts'
import { seedRepairServices } from '#db/seed/repair/repair-services.ts'
import { seedRepairTickets } from '#db/seed/repair/repair-tickets.ts'
import { seedShops } from '#db/seed/shops.ts'
import { seedStaticPages } from '#db/seed/pages/seed-static-pages.ts'
import { seedLanding } from '#db/seed/campaigns/seed-landing.ts'
import { seedLenders } from '#db/seed/installment/seed-lenders.ts'
import { planProducts } from '#db/seed/plan.ts'
import { seedPriceDays } from '#db/seed/price-days.ts'
import { seedProductFaq } from '#db/seed/product-faq.ts'
import { seedProducts } from '#db/seed/products.ts'
import { seedCategoryTexts } from '#db/seed/category-texts.ts'
import { seedCategoryTree } from '#db/seed/categories.ts'
import { seedStockPapers } from '#db/seed/stock-papers.ts'
import { seedQuestions } from '#db/seed/talk/seed-questions.ts'
import { seedReviews } from '#db/seed/talk/seed-reviews.ts'
import { seedTradeIns } from '#db/seed/trade-data/seed-trade-ins.ts'
import { seedSynonyms } from '#db/seed/synonyms.ts'
import { seedUsedDevices } from '#db/seed/trade-data/seed-used-devices.ts'
import { seedTrade } from '#db/seed/trade.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'

type Options = {
  now: Now
  on_progress?: (doing: string) => void
}

const seed_limit_ms = 60_000

/**
 * Fills an empty, migrated database with the demo shop, in one transaction and about a second.
 * Everything but the day of opening is the same on every machine, ids included.
 */
export async function seedDemoShop(
  db: Database,
  { now, on_progress = () => undefined }: Options,
): Promise<void> {
  const data = withComingModels(await readDemoData(), now())
  const trade = await readDemoTrade()
  const versions = planProducts(data)
  await transaction(
    db,
    async (trx) => {
      on_progress('demo shop: shops, categories')
      await seedShops(trx, data.shops)
      const seeded = await seedCategoryTree(trx, data)
      on_progress(`demo shop: ${data.models.length} models in ${versions.length} versions`)
      await seedProducts(trx, data, versions, seeded, now())
      on_progress('demo shop: prices and stock')
      await seedOffers(trx, data, versions, now())
      await seedStockPapers(trx, now())
      on_progress('demo shop: promotions and flash sales')
      await seedTrade(trx, trade, { data, versions, seeded, opened_at: now() })
      await seedLenders(trx, seeded.categories)
      await seedPriceDays(trx, versions, data.oddities.without_price, now())
      await seedRepairServices(trx, data.shops)
      await seedRepairTickets(trx, data.shops, now())
      await seedUsedDevices(trx, versions, data.shops, now())
      await seedTradeIns(trx, versions)
      on_progress('demo shop: banners and articles')
      await seedNeeds(trx, seeded)
      await seedCategoryTexts(trx, data, seeded)
      await seedProductFaq(trx, versions)
      await seedContent(trx, data, seeded, now())
      await seedLanding(trx, now())
      await seedStaticPages(trx, now())
      await seedSynonyms(trx)
      on_progress('demo shop: reviews and questions')
      await seedReviews(trx, versions, data, now())
      await seedQuestions(trx, versions, data.categories, now())
    },
    { statement_timeout_ms: seed_limit_ms },
  )
  // Without this the first queries would use plans that were made for empty tables.
  await sql`analyze`.execute(db)
}
