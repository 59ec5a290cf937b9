// Tries many more malformed paths.
import '#storefront/runtime/hostile/malformed-paths.test.ts'
