// Every message five times as often.
import '#shop/payment/receive-money.test.ts'
