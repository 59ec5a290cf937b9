// Three times as many shoppers, and also the shop killed without its database.
import '#test/crash.test.ts'
