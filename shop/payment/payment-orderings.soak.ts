// All 120 orderings in place of every eleventh.
import '#shop/payment/payment-orderings.test.ts'
