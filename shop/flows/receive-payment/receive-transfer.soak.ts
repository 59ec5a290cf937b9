// Every message is sent five times as often.
import '#shop/flows/receive-payment/receive-transfer.test.ts'
