// All 120 orders in place of every eleventh.
import '#shop/flows/receive-payment/gateway-orderings.test.ts'
