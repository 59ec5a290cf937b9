// Four rounds in place of one, and every end must have come about.
import '#shop/flows/receive-payment/money-ledger.test.ts'
