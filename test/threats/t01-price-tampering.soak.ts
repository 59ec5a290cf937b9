// 25 baskets in place of 8.
import '#test/threats/t01-price-tampering.test.ts'
