// Six rounds of the crowd in place of two.
import '#test/slot-line.test.ts'
