// 60 buyers at once in place of 30.
import '#test/threats/t04-voucher-races.test.ts'
