// Every message five times as often.
import '#shop/flows/receive-payment/receive-transfer.test.ts'
