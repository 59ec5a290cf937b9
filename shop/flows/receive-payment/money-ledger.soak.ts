// Four rounds instead of one, and every kind of end must have occurred.
import '#shop/flows/receive-payment/money-ledger.test.ts'
