// Ten times as many baskets.
import '#shop/price/choices.test.ts'
