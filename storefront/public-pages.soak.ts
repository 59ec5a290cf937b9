// Ten times as many queries.
import '#storefront/public-pages.test.ts'
