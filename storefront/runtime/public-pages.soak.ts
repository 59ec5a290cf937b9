// Ten times as many queries.
import '#storefront/runtime/public-pages.test.ts'
