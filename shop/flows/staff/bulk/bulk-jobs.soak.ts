// 2,000 orders instead of 400.
import '#shop/flows/staff/bulk/bulk-jobs.test.ts'
