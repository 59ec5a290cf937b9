// Three times as many baskets.
import '#test/threats/t01-price-tampering.test.ts'
