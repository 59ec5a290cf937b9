// All 120 sequences instead of every eleventh.
import '#shop/flows/receive-payment/gateway-orderings.test.ts'
