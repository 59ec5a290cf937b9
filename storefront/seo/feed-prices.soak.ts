// All moments around a window in place of two.
import '#storefront/seo/feed-prices.test.ts'
