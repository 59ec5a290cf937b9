// Fifty rounds instead of one.
import '#shop/flows/staff/call-queue.test.ts'
