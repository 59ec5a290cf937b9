// Ten times as many baskets.
import '#shop/pricing/basket/choices.test.ts'
