// Three times as many shoppers, and the shop killed alone as well.
import '#test/crash.test.ts'
