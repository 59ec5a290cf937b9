// Every action of a sandbox provider at every gateway; the plain test runs each action at one gateway.
import '#shop/payment/sandbox/every-gateway.test.ts'
