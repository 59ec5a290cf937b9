// All 24 orderings instead of every fourth.
import '#shop/flows/staff/orders/parts/late-money.test.ts'
