// Twice as many at once.
import '#test/threats/t04-voucher-races.test.ts'
