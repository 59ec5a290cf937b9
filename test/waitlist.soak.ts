// Six rounds of the crowd in place of two.
import '#test/waitlist.test.ts'
