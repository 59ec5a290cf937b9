// Runs the tests of public pages with ten times as many queries.
import '#storefront/runtime/public-pages.test.ts'
