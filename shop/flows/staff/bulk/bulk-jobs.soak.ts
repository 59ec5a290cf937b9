// 2,000 orders instead of 150.
import '#shop/flows/staff/bulk/bulk-jobs.test.ts'
