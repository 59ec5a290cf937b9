// Both formats are imported into an empty shop, and exported again byte by byte.
import '#shop/flows/import/export-shop.test.ts'
