// Every deed of a provider at every gateway, in place of each deed at one.
import '#shop/payment/sandbox/every-gateway.test.ts'
