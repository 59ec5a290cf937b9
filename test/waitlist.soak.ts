// Six rounds of the load test instead of two.
import '#test/waitlist.test.ts'
