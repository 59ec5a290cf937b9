// Fifty rounds instead of one.
import '#shop/flows/staff/orders/call-queue.test.ts'
