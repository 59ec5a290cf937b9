// Five times as many requests.
import '#test/malformed.test.ts'
