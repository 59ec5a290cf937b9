// Fifty rounds in place of one.
import '#test/race.test.ts'
