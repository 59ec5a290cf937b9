// All 120 orders in place of every eleventh.
import '#shop/payment/gateway-orderings.test.ts'
