// Ten times as many baskets.
import '#shop/price/basket.test.ts'
