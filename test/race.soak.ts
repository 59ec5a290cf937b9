// Fifty rounds instead of one.
import '#test/race.test.ts'
