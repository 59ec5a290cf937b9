// Ten times as many baskets.
import '#shop/pricing/basket/basket.test.ts'
