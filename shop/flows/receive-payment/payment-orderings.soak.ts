// All 120 orderings in place of every eleventh.
import '#shop/flows/receive-payment/payment-orderings.test.ts'
